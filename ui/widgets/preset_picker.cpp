#include "ui/widgets/preset_picker.h"

#include "core/model/presets.h"
#include "core/schemes/registry.h"
#include "ui/paint/number_text.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace rope {

namespace {

QString titleOfScheme(const std::string& id)
{
    const Scheme* scheme = findScheme(id);
    return scheme ? QString::fromUtf8(scheme->title.data(), static_cast<qsizetype>(scheme->title.size()))
                  : QString::fromStdString(id);
}

/// What a preset's layers are, one line each, and where the values come from.
QString detailsOf(const Preset& preset)
{
    QString text = QStringLiteral("<b>%1</b>").arg(QString::fromStdString(preset.name).toHtmlEscaped());
    if (const Result<ModelFile> file = loadPreset(preset.id))
        for (const RotarySettings& layer : file->model.layers)
            text += QObject::tr("<br>%1d %2, base %3, %4")
                        .arg(layer.layerType.empty() ? QString()
                                                     : QString::fromStdString(layer.layerType) + QStringLiteral(": "),
                             numberText(layer.rotaryDim), numberText(layer.base),
                             layer.rotates ? titleOfScheme(layer.scheme) : QObject::tr("no rotation"));
    return text + QStringLiteral("<br>%1").arg(QString::fromStdString(preset.source).toHtmlEscaped());
}

} // namespace

PresetPicker::PresetPicker(QWidget* parent)
    : QDialog(parent)
    , search_(new QLineEdit(this))
    , list_(new QTreeWidget(this))
    , details_(new QLabel(this))
    , use_(new QPushButton(this))
    , buttons_(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    setPurpose(tr("Choose a model"), tr("Use this model"));
    resize(520, 560);
    search_->setPlaceholderText(tr("Type part of a name: llama 3.1, qwen, gemma…"));
    search_->setAccessibleName(tr("Part of a model's name"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    list_->setHeaderHidden(true);
    list_->setAccessibleName(tr("Models by family"));
    list_->setUniformRowHeights(true);
    details_->setObjectName(QStringLiteral("muted"));
    details_->setWordWrap(true);
    details_->setTextFormat(Qt::RichText);
    details_->setAlignment(Qt::AlignTop);
    details_->setMinimumHeight(5 * fontMetrics().lineSpacing());
    use_->setObjectName(QStringLiteral("primary"));
    buttons_->addButton(use_, QDialogButtonBox::AcceptRole);
    use_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    column->addWidget(details_);
    column->addWidget(buttons_);
    connect(search_, &QLineEdit::textChanged, this, &PresetPicker::fill);
    connect(list_, &QTreeWidget::currentItemChanged, this, &PresetPicker::describeCurrent);
    connect(list_, &QTreeWidget::itemActivated, this, &PresetPicker::acceptCurrent);
    connect(buttons_, &QDialogButtonBox::accepted, this, &PresetPicker::acceptCurrent);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fill({});
}

void PresetPicker::setPurpose(const QString& title, const QString& deed)
{
    setWindowTitle(title);
    use_->setText(deed);
}

void PresetPicker::offerFile(const QString& words)
{
    QPushButton* open = buttons_->addButton(words, QDialogButtonBox::ActionRole);
    connect(open, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT fileWanted();
    });
}

void PresetPicker::setFilter(const QString& text)
{
    search_->setText(text);
}

void PresetPicker::fill(const QString& text)
{
    list_->clear();
    QTreeWidgetItem* family = nullptr;
    QTreeWidgetItem* first = nullptr;
    for (const Preset* preset : searchPresets(text.toStdString())) {
        const QString name = QString::fromStdString(preset->family);
        if (family == nullptr || family->text(0) != name) {
            family = new QTreeWidgetItem(list_, {name});
            family->setFlags(Qt::ItemIsEnabled);
            QFont bold = font();
            bold.setBold(true);
            family->setFont(0, bold);
        }
        auto* item = new QTreeWidgetItem(family, {QString::fromStdString(preset->name)});
        item->setData(0, Qt::UserRole, QString::fromStdString(preset->id));
        first = first ? first : item;
    }
    list_->expandAll();
    if (first != nullptr)
        list_->setCurrentItem(first);
    else
        details_->setText(tr("No model has this in its name. A model file can be dropped on the window instead."));
}

QStringList PresetPicker::shownIds() const
{
    QStringList ids;
    for (QTreeWidgetItemIterator item(list_); *item; ++item)
        if (const QString id = (*item)->data(0, Qt::UserRole).toString(); !id.isEmpty())
            ids << id;
    return ids;
}

void PresetPicker::describeCurrent()
{
    const QTreeWidgetItem* item = list_->currentItem();
    const Preset* preset = item ? findPreset(item->data(0, Qt::UserRole).toString().toStdString()) : nullptr;
    if (preset != nullptr)
        details_->setText(detailsOf(*preset));
}

void PresetPicker::acceptCurrent()
{
    const QTreeWidgetItem* item = list_->currentItem();
    const QString id = item ? item->data(0, Qt::UserRole).toString() : QString();
    if (id.isEmpty())
        return;
    accept();
    Q_EMIT chosen(id);
}

/// Arrow keys walk the list while the words are still being typed.
bool PresetPicker::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace rope
