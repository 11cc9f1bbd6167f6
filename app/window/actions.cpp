#include "app/window/actions.h"

#include "app/window/main_window.h"

namespace rope {

std::span<const ActionRow> actionRows()
{
    using W = MainWindow;
    static const ActionRow rows[] = {
        {"open", "&File", "&Open…", "Ctrl+O", "Open a session, an exported figure, a config.json, a .gguf or a .npy",
         &W::chooseFile},
        {"save", "&File", "&Save session as…", "Ctrl+S", "Save everything on show as a session file",
         &W::saveSessionAs},
        {"copy_figure", "&File", "&Copy figure", "Ctrl+Shift+C", "Copy the current figure as a picture", &W::copyFigure,
         false, true},
        {"export_figure", "&File", "&Export figure…", "Ctrl+E", "Write the current figure to a file", &W::exportFigure},
        {"quit", "&File", "&Quit", "Ctrl+Q", "", &W::quit, false, true},

        {"undo", "&Edit", "&Undo", "Ctrl+Z", "", &W::undo},
        {"redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "", &W::redo},
        {"paste_model", "&Edit", "&Paste model JSON", "Ctrl+Shift+V",
         "Take the model in the clipboard: a config.json or its rope_scaling", &W::pasteFromClipboard, false, true},
        {"reset", "&Edit", "&Start over", "", "Everything as at the first start; can be undone", &W::resetEverything,
         false, true},

        {"pick_model", "&Model", "&Choose a model…", "Ctrl+M", "Real models by name", &W::pickModel},
        {"compare", "&Model", "Compare &with…", "Ctrl+Shift+M", "A second model beside the first", &W::pickCompared},
        {"compare_file", "&Model", "Compare with a &file…", "", "A model file as the second model", &W::openCompared},
        {"exchange", "&Model", "E&xchange A and B", "Ctrl+Shift+X", "The second model becomes the first",
         &W::exchangeModels},
        {"copy_comparison", "&Model", "Copy the &differences", "", "The values that differ, with tabs between",
         &W::copyComparison},
        {"save_comparison", "&Model", "&Report of both…", "", "What differs, as a page to send: HTML, PDF or Markdown",
         &W::saveComparison},
        {"stop_comparing", "&Model", "&Stop comparing", "", "", &W::stopComparing},
        {"model_report", "&Model", "What was &understood", "Ctrl+R", "Every key of the model file and what it decided",
         &W::showModelReport},

        {"maximise", "&View", "&Maximise figure", "Ctrl+1", "Let the current figure fill the middle",
         &W::toggleMaximised},
        {"detach", "&View", "&Detach figure", "Ctrl+D", "Give the current figure its own window", &W::toggleDetached},
        {"put_back", "&View", "&Put all figures back", "Ctrl+Shift+D", "", &W::putFiguresBack},
        {"table", "&View", "Data &table", "Ctrl+T", "Show the numbers behind the current figure", &W::toggleTable},
        {"parameters", "&View", "P&arameters", "F6", "", &W::toggleParameters, true, true},
        {"side", "&View", "&Side panel", "F7", "", &W::toggleSide, true},
        {"timeline", "&View", "T&imeline", "F8", "", &W::toggleTimeline, true},
        {"proof_next", "&View", "Next step of the &proof", "Ctrl+.",
         "Why only the offset counts, in the figure Rotation", &W::nextProofStep, false, true},
        {"proof_back", "&View", "Pre&vious step of the proof", "Ctrl+,", "", &W::previousProofStep},
        {"theme_system", "&View", "Theme of the s&ystem", "", "", &W::useSystemTheme, true, true},
        {"theme_light", "&View", "&Light theme", "", "", &W::useLightTheme, true},
        {"theme_dark", "&View", "Dar&k theme", "", "", &W::useDarkTheme, true},
        {"toggle_theme", "&View", "S&wap light and dark", "Ctrl+L", "", &W::toggleTheme},
        {"present", "&View", "P&resenter mode", "F5", "Full screen, larger type, panels hidden", &W::togglePresenting,
         true, true},

        {"play", "&Playback", "&Play or pause", "Ctrl+Space", "", &W::togglePlaying},
        {"step_back", "&Playback", "Step &back", "Ctrl+Left", "", &W::stepBack},
        {"step_forward", "&Playback", "Step &forward", "Ctrl+Right", "", &W::stepForward},

        {"shortcuts", "&Help", "&Keyboard shortcuts", "F1", "", &W::showShortcuts},
        {"about", "&Help", "&About RoPE Explorer", "", "", &W::showAbout},
    };
    return rows;
}

} // namespace rope
