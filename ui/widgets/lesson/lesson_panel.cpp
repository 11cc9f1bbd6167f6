#include "ui/widgets/lesson/lesson_panel.h"

#include "ui/widgets/lesson/lesson_library.h"
#include "ui/widgets/lesson/lesson_text.h"
#include "ui/widgets/lesson/progress_dots.h"
#include "ui/widgets/lesson/task_card.h"
#include "ui/widgets/rows/calm_combo_box.h"
#include "ui/widgets/rows/control_box.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace rope {

namespace {

constexpr int cardMargin = 8; ///< pixels between a card that is brought into view and the edge

QString titleOf(const Lesson& lesson)
{
    return LessonPanel::tr("%1  %2").arg(lesson.order).arg(QString::fromStdString(lesson.title));
}

} // namespace

LessonPanel::LessonPanel(ExplorerStore& store, const Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , store_(store)
    , appearance_(appearance)
    , lessons_(builtInLessons())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    buildHeader(column);
    buildOffer(column);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setAccessibleName(tr("Lesson text"));
    scroll_->installEventFilter(this);
    column->addWidget(scroll_, 1);
    buildFooter(column);
    setAccessibleName(tr("Lesson"));
    showLesson(0);
    connect(&store_, &ExplorerStore::stateChanged, this, &LessonPanel::follow);
    connect(&appearance_, &Appearance::changed, this, &LessonPanel::fill);
}

void LessonPanel::buildHeader(QVBoxLayout* column)
{
    auto* row = new QHBoxLayout;
    chooser_ = new CalmComboBox(this);
    for (const Lesson& lesson : lessons_)
        chooser_->addItem(titleOf(lesson));
    chooser_->setAccessibleName(tr("Lesson"));
    chooser_->setToolTip(tr("Choose a lesson; the explorer goes to its beginning, and undo comes back"));
    chooser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* more = new QToolButton(this);
    more->setText(QStringLiteral("⋯"));
    more->setToolTip(tr("Start over"));
    more->setAccessibleName(tr("Start over"));
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    menu->addAction(tr("Start this lesson over"), this, &LessonPanel::startOver);
    menu->addAction(tr("Forget all progress"), this, &LessonPanel::resetProgress);
    more->setMenu(menu);
    row->addWidget(chooser_, 1);
    row->addWidget(more);
    column->addLayout(row);
    connect(chooser_, &QComboBox::activated, this, &LessonPanel::open);
}

/// A lesson may be on show beside other figures than those it speaks of: at the very start, or after a look around.
void LessonPanel::buildOffer(QVBoxLayout* column)
{
    offer_ = new QPushButton(tr("Show this lesson's figures"), this);
    offer_->setObjectName(QStringLiteral("lessonFigures"));
    offer_->setToolTip(tr("The figures and values with which this lesson begins; undo comes back"));
    offer_->setAutoDefault(false);
    column->addWidget(offer_);
    connect(offer_, &QPushButton::clicked, this, &LessonPanel::proposeStart);
}

void LessonPanel::showOffer()
{
    const ViewSettings& view = store_.state().view;
    const bool complete = std::ranges::all_of(lesson().figures, [&view](const std::string& figure) {
        return std::ranges::find(view.figures, figure) != view.figures.end();
    });
    offer_->setVisible(!complete || view.workspace != lessonWorkspace);
}

void LessonPanel::buildFooter(QVBoxLayout* column)
{
    auto* row = new QHBoxLayout;
    previous_ = new QPushButton(tr("Previous"), this);
    next_ = new QPushButton(tr("Next"), this);
    dots_ = new ProgressDots(this);
    place_ = new QLabel(this);
    place_->setObjectName(QStringLiteral("muted"));
    place_->setToolTip(tr("Lesson"));
    row->addWidget(previous_);
    row->addStretch(1);
    row->addWidget(dots_);
    row->addWidget(place_);
    row->addStretch(1);
    row->addWidget(next_);
    column->addLayout(row);
    connect(previous_, &QPushButton::clicked, this, &LessonPanel::previous);
    connect(next_, &QPushButton::clicked, this, &LessonPanel::next);
}

void LessonPanel::resume(const Progress& progress)
{
    progress_ = progress;
    const auto found = std::ranges::find(lessons_, progress.lesson, &Lesson::id);
    showLesson(found == lessons_.end() ? 0 : static_cast<int>(found - lessons_.begin()));
}

void LessonPanel::open(int index)
{
    if (index < 0 || index >= static_cast<int>(lessons_.size()))
        return;
    clearPage(); // the lesson on show does not follow into the next one's beginning
    index_ = index;
    proposeStart();
    showLesson(index);
    setProgress({lesson().id, progress_.done});
}

void LessonPanel::proposeStart()
{
    const Result<Change> change = startChange(lesson(), store_.state());
    if (!change)
        return;
    store_.propose(*change, tr("Lesson %1: %2").arg(lesson().order).arg(QString::fromStdString(lesson().title)));
}

void LessonPanel::next()
{
    open(index_ + 1);
}

void LessonPanel::previous()
{
    open(index_ - 1);
}

void LessonPanel::advance()
{
    if (!scrollPage(+1))
        next();
}

void LessonPanel::goBack()
{
    if (!scrollPage(-1))
        previous();
}

/// Page keys inside the text do what they do in the whole window.
bool LessonPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != scroll_ || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_PageDown)
        advance();
    else if (key == Qt::Key_PageUp)
        goBack();
    else
        return false;
    return true;
}

bool LessonPanel::scrollPage(int direction)
{
    QScrollBar* bar = scroll_->verticalScrollBar();
    const int before = bar->value();
    bar->setValue(before + direction * std::max(1, bar->pageStep() * 9 / 10));
    return bar->value() != before;
}

void LessonPanel::startOver()
{
    clearPage();
    proposeStart();
    setProgress(withoutLesson(progress_, lesson()));
    fill();
}

void LessonPanel::resetProgress()
{
    setProgress({lesson().id, {}});
    fill();
}

void LessonPanel::showLesson(int index)
{
    index_ = index;
    fill();
    scroll_->verticalScrollBar()->setValue(0);
}

void LessonPanel::clearPage()
{
    texts_.clear();
    cards_.clear();
    controls_.clear();
}

void LessonPanel::fill()
{
    const int scrolled = scroll_->verticalScrollBar()->value();
    clearPage();
    page_ = new QWidget;
    page_->setObjectName(QStringLiteral("cardContent"));
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(2, 2, 10, 8);
    column->setSpacing(14);
    addText("# " + lesson().title + '\n');
    for (const auto& block : lesson().blocks)
        if (const Task* task = std::get_if<Task>(&block))
            addCard(*task);
        else if (const LessonControls* controls = std::get_if<LessonControls>(&block))
            addControls(*controls);
        else
            addText(std::get<Prose>(block).markdown);
    addText("## " + tr("Summary").toStdString() + "\n" + lesson().summary);
    column->addStretch(1);
    scroll_->setWidget(page_);
    scroll_->verticalScrollBar()->setValue(scrolled);
    showProgress();
    showOffer();
}

void LessonPanel::addText(const std::string& markdown)
{
    auto* text = new LessonText(page_);
    page_->layout()->addWidget(text);
    text->showText(markdown, store_.state(), appearance_.style());
    connect(text, &LessonText::changeRequested, this, [this](const QString& encoded, const QString& words) {
        const Result<std::vector<Assignment>> assignments = parseAssignments(encoded.toStdString());
        if (assignments)
            propose(*assignments, words);
    });
    texts_.push_back(text);
}

void LessonPanel::addCard(const Task& task)
{
    auto* card = new TaskCard(task, static_cast<int>(cards_.size()) + 1, appearance_.style(), page_);
    page_->layout()->addWidget(card);
    if (rope::isDone(progress_, lesson(), task))
        card->showDone();
    card->showState(store_.state());
    connect(card, &TaskCard::solved, this, [this, card] { taskSolved(card->task()); });
    connect(card, &TaskCard::answered, this, [this, card] { reveal(*card); });
    connect(card, &TaskCard::stateRequested, this,
            [this](const std::vector<Assignment>& assignments) { propose(assignments, tr("See it")); });
    cards_.push_back(card);
}

/// Scrolls as far as a card needs that has just grown, once it has.
void LessonPanel::reveal(TaskCard& card)
{
    QTimer::singleShot(0, &card, [this, &card] {
        page_->layout()->activate();
        scroll_->ensureWidgetVisible(&card, 0, cardMargin);
    });
}

void LessonPanel::addControls(const LessonControls& controls)
{
    auto* box = new ControlBox(store_, controls.keys, startState(lesson()).value_or(ExplorerState{}), page_);
    page_->layout()->addWidget(box);
    connect(box, &ControlBox::pageTurned, this, [this](int direction) { direction > 0 ? advance() : goBack(); });
    controls_.push_back(box);
}

void LessonPanel::follow()
{
    for (LessonText* text : texts_)
        text->follow(store_.state());
    for (TaskCard* card : cards_)
        card->follow(store_.state());
    for (ControlBox* box : controls_)
        box->follow();
    showOffer();
}

void LessonPanel::propose(const std::vector<Assignment>& assignments, const QString& words)
{
    if (const std::optional<Error> error = store_.propose(SetTexts{assignments}, words))
        Q_EMIT messageRequested(
            tr("The present state does not allow this: %1").arg(QString::fromStdString(describe(*error))));
}

void LessonPanel::taskSolved(const Task& task)
{
    setProgress(withDone(progress_, lesson(), task));
}

void LessonPanel::setProgress(Progress progress)
{
    if (progress == progress_)
        return;
    progress_ = std::move(progress);
    showProgress();
    Q_EMIT progressChanged(progress_);
}

void LessonPanel::showProgress()
{
    std::vector<bool> done;
    for (const Task* task : tasksOf(lesson()))
        done.push_back(rope::isDone(progress_, lesson(), *task));
    dots_->showTasks(done);
    place_->setText(tr("%1 of %2").arg(index_ + 1).arg(lessons_.size()));
    chooser_->setCurrentIndex(index_);
    previous_->setEnabled(index_ > 0);
    next_->setEnabled(index_ + 1 < static_cast<int>(lessons_.size()));
}

} // namespace rope
