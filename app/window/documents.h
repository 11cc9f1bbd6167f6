#pragma once

#include "app/files/open_file.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/message_bar.h"

#include <QHash>
#include <QObject>
#include <map>

namespace rope {

/// What is opened in the window: sessions, models, queries and keys, each as one undo step; and what the files of the
/// models met so far had to say.
class Documents : public QObject {
    Q_OBJECT
public:
    explicit Documents(ExplorerStore& store, QObject* parent = nullptr);

    /// Opens a session, an exported figure, a model file or queries and keys. False: refused, and told why; so below.
    bool openFile(const QString& path);
    /// Takes what has been read from the file at `path`.
    bool take(const OpenedFile& opened, const QString& path);
    /// Takes the model in a pasted JSON text.
    bool pasteModel(const QString& text);
    /// Takes the model of a preset.
    bool usePreset(const QString& id);
    /// Takes queries and keys as content: the path of a .npy, or `capture:ID`.
    bool useContent(const QString& source);
    bool openState(const ExplorerState& state, const QString& label);
    void startOver();
    bool saveSession(const QString& path);

    /// What is known of a model that is or was on show: of its preset or its file, as it was read; empty where nothing
    /// is.
    ModelFile fileOf(const ModelSettings& model);
    /// What the file of the model on show said, or nullptr: also after an undo, and of a model that came in a session.
    const ModelFile* report();
    /// The model's name, and whether it is no longer the one that its file describes.
    QString modelTitle();
    /// Where the values of the layer on show came from, by the state's keys.
    std::map<QString, QString> origins();

Q_SIGNALS:
    void told(const QString& text, rope::MessageBar::Kind kind);
    void opening();         ///< another whole state is about to come
    void baselineChanged(); ///< the present state is what resets go back to
    void modelTaken();      ///< without a remark
    void reportWanted();    ///< what the file said should be seen

private:
    bool warn(const Error& error);
    bool showModel(const ModelFile& file);
    bool takeModel(const Result<ModelFile>& file);

    ExplorerStore& store_;
    QHash<QString, ModelFile> reports_; ///< by source and name
};

} // namespace rope
