#include "ui/widgets/export/export_dialog.h"

#include "ui/figures/registry.h"
#include "ui/widgets/export/export_movie.h"
#include "ui/widgets/figure/figure_picture.h"
#include "ui/widgets/rows/calm_combo_box.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QProgressDialog>
#include <algorithm>
#include <utility>

namespace rope {

namespace {

constexpr QSize previewSize(440, 360);
constexpr int previewWait = 120; ///< ms without a change before the preview is painted
constexpr double millimetresPerInch = 25.4;

/// The size in pixels at which a preview fills its place, as dpi.
double previewDpi(const ExportSize& size, double fullDpi)
{
    const double perUnit = size.unit == ExportSize::Unit::Millimetre ? fullDpi / millimetresPerInch : 1.0;
    const QSizeF pixels = size.value * perUnit;
    return fullDpi * std::min(previewSize.width() / pixels.width(), previewSize.height() / pixels.height());
}

/// The same picture at the preview's size: pixel sizes shrink, millimetres keep theirs at fewer dots.
ExportOptions previewOptions(ExportOptions options, double deviceScale)
{
    const double full = options.dpi;
    options.dpi = previewDpi(options.size, full) * deviceScale;
    if (options.size.unit == ExportSize::Unit::Pixel) {
        options.size.value *= options.dpi / full;
        options.size.value = QSizeF(options.size.value.toSize());
    }
    options.state.clear();
    return options;
}

} // namespace

ExportDialog::ExportDialog(const Figure& figure, ShownState state, QWidget* parent)
    : QDialog(parent)
    , figure_(&figure)
    , state_(std::move(state))
    , figures_(new CalmComboBox(this))
    , format_(new CalmComboBox(this))
    , unit_(new CalmComboBox(this))
    , theme_(new CalmComboBox(this))
    , preview_(new QLabel(this))
    , message_(new QLabel(this))
{
    setWindowTitle(tr("Export figure"));
    auto* form = new QFormLayout;
    buildForm(form);
    preview_->setObjectName(QStringLiteral("preview"));
    preview_->setFixedSize(previewSize);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Preview of the file"));
    message_->setObjectName(QStringLiteral("fieldError"));
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    save_ = new QPushButton(tr("Export…"), this);
    save_->setObjectName(QStringLiteral("primary"));
    buttons->addButton(save_, QDialogButtonBox::AcceptRole);
    save_->setDefault(true);
    auto* row = new QHBoxLayout;
    row->addLayout(form);
    row->addSpacing(12);
    row->addWidget(preview_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->addLayout(row);
    column->addWidget(message_);
    column->addWidget(buttons);
    previewDelay_.setSingleShot(true);
    previewDelay_.setInterval(previewWait);
    connect(&previewDelay_, &QTimer::timeout, this, &ExportDialog::refreshPreview);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::askForPath);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&preparation_, &Preparation::finished, this, [this](const auto&, std::shared_ptr<const Prepared> done) {
        prepared_ = std::move(done);
        save_->setEnabled(true);
        previewDelay_.start();
    });
    prepare();
}

void ExportDialog::buildForm(QFormLayout* form)
{
    for (const Figure* each : rope::figures())
        figures_->addItem(each->title(), each->id());
    figures_->setCurrentIndex(figures_->findData(figure_->id()));
    for (const QString& suffix : pictureSuffixes() + movieSuffixes())
        format_->addItem(suffix.toUpper(), suffix);
    unit_->addItem(tr("millimetres"), static_cast<int>(ExportSize::Unit::Millimetre));
    unit_->addItem(tr("pixels"), static_cast<int>(ExportSize::Unit::Pixel));
    for (const Theme theme : {Theme::Print, Theme::Light, Theme::Dark, Theme::Presenter})
        theme_->addItem(themeName(theme), static_cast<int>(theme));
    form->addRow(tr("Figure"), figures_);
    form->addRow(tr("Format"), format_);
    form->addRow(tr("Unit"), unit_);
    width_ = addNumber(form, tr("Width"), QStringLiteral(" mm"), 10, 5000, 160, 1);
    height_ = addNumber(form, tr("Height"), QStringLiteral(" mm"), 10, 5000, 120, 1);
    dpi_ = addNumber(form, tr("Resolution"), QStringLiteral(" dpi"), 30, 2400, 300, 0);
    fontSize_ = addNumber(form, tr("Type size"), QStringLiteral(" pt"), 4, 72, 9, 1);
    form->addRow(tr("Theme"), theme_);
    sweep_ = new SweepRows(form, state_);
    connect(figures_, &QComboBox::activated, this, &ExportDialog::chooseFigure);
    connect(unit_, &QComboBox::currentIndexChanged, this, &ExportDialog::useUnit);
    for (const QComboBox* box : {format_, theme_})
        connect(box, &QComboBox::currentIndexChanged, &previewDelay_, qOverload<>(&QTimer::start));
    connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::useFormat);
    connect(theme_, &QComboBox::currentIndexChanged, this,
            [this] { fontSize_->setValue(usualFontSize(options().theme)); });
}

QDoubleSpinBox* ExportDialog::addNumber(QFormLayout* form, const QString& name, const QString& unit, double minimum,
                                        double maximum, double value, int decimals)
{
    auto* field = new QDoubleSpinBox(this);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setDecimals(decimals);
    field->setRange(minimum, maximum);
    field->setValue(value);
    field->setSuffix(unit);
    form->addRow(name, field);
    connect(field, &QDoubleSpinBox::valueChanged, &previewDelay_, qOverload<>(&QTimer::start));
    return field;
}

void ExportDialog::chooseFigure()
{
    figure_ = findFigure(figures_->currentData().toString());
    prepare();
}

/// Millimetres and pixels have their own usual sizes and resolutions.
void ExportDialog::useUnit()
{
    const bool pixels = unit_->currentData().toInt() == static_cast<int>(ExportSize::Unit::Pixel);
    for (QDoubleSpinBox* field : {width_, height_}) {
        field->setSuffix(pixels ? QStringLiteral(" px") : QStringLiteral(" mm"));
        field->setDecimals(pixels ? 0 : 1);
        field->setRange(10, pixels ? 32768 : 5000);
    }
    width_->setValue(pixels ? 1600 : 160);
    height_->setValue(pixels ? 1200 : 120);
    dpi_->setValue(pixels ? 192 : 300);
}

/// Moving pictures are for screens: their size begins in pixels.
void ExportDialog::useFormat()
{
    const bool moves = movieSuffixes().contains(suffix());
    sweep_->setVisible(moves);
    if (!moves || options().size.unit == ExportSize::Unit::Pixel)
        return;
    setSize({{800.0, 600.0}, ExportSize::Unit::Pixel});
    dpi_->setValue(usualDpi(options().size));
}

void ExportDialog::setSuffix(const QString& suffix)
{
    format_->setCurrentIndex(std::max(0, format_->findData(suffix)));
}

void ExportDialog::setSize(const ExportSize& size)
{
    unit_->setCurrentIndex(unit_->findData(static_cast<int>(size.unit)));
    width_->setValue(size.value.width());
    height_->setValue(size.value.height());
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    options.size.value = {width_->value(), height_->value()};
    options.size.unit = static_cast<ExportSize::Unit>(unit_->currentData().toInt());
    options.dpi = dpi_->value();
    options.fontSize = fontSize_->value();
    options.theme = static_cast<Theme>(theme_->currentData().toInt());
    describeInto(options, *figure_, state_);
    return options;
}

void ExportDialog::prepare()
{
    prepared_.reset();
    const bool needed = figure_->needsPreparation(state_, nullptr);
    const bool takesLong = needed && !figure_->preparesQuickly(state_);
    save_->setEnabled(!takesLong);
    if (takesLong)
        return preparation_.request(*figure_, state_, nullptr);
    if (needed)
        prepared_ = figure_->prepare(state_, {}, nullptr);
    previewDelay_.start();
}

void ExportDialog::refreshPreview()
{
    const double scale = devicePixelRatioF();
    const Result<QByteArray> png =
        exportPicture(u"png", previewOptions(options(), scale), paintFunction(*figure_, state_, prepared_));
    message_->setText(png ? QString() : QString::fromStdString(describe(png.error())));
    if (!png)
        return;
    QPixmap pixmap;
    pixmap.loadFromData(*png, "PNG");
    pixmap.setDevicePixelRatio(scale);
    preview_->setPixmap(pixmap);
}

bool ExportDialog::tell(const Result<void>& outcome)
{
    message_->setText(outcome ? QString() : QString::fromStdString(describe(outcome.error())));
    return outcome.has_value();
}

bool ExportDialog::writeTo(const QString& path)
{
    const QString wanted = QFileInfo(path).suffix().toLower();
    if (movieSuffixes().contains(wanted))
        return beginMovie(path);
    const Result<QByteArray> bytes = exportPicture(wanted, options(), paintFunction(*figure_, state_, prepared_));
    const bool done = tell(bytes ? writeWhole(path, *bytes) : tl::unexpected(bytes.error()));
    if (done)
        Q_EMIT written(path);
    return done;
}

/// Frame by frame under a dialog that shows how many are done and cancels.
bool ExportDialog::beginMovie(const QString& path)
{
    const Result<Sweep> sweep = sweep_->sweep(state_);
    if (!sweep)
        return tell(tl::unexpected(sweep.error()));
    tell({});
    auto* movie = new MovieExport(*figure_, state_, *sweep, options(), this);
    auto* progress = new QProgressDialog(tr("Painting frames …"), tr("Cancel"), 0, sweep->frames, this);
    progress->setWindowModality(Qt::WindowModal);
    progress->setMinimumDuration(500);
    progress->setAutoReset(false);
    const auto end = [movie, progress] {
        movie->deleteLater();
        progress->deleteLater();
    };
    connect(movie, &MovieExport::progressed, progress, &QProgressDialog::setValue);
    connect(progress, &QProgressDialog::canceled, movie, [movie, end] {
        movie->cancel();
        end();
    });
    connect(movie, &MovieExport::failed, this, [this, end](const QString& message) {
        message_->setText(message);
        end();
    });
    connect(movie, &MovieExport::written, this, [this, end](const QString& file) {
        end();
        Q_EMIT written(file);
    });
    movie->start(path, sweep_->framesPerSecond());
    return message_->text().isEmpty();
}

void ExportDialog::askForPath()
{
    const QString suggested = QStringLiteral("%1.%2").arg(figure_->id(), suffix());
    QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), suggested,
                                                QStringLiteral("%1 (*.%2)").arg(suffix().toUpper(), suffix()));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + suffix();
    connect(this, &ExportDialog::written, this, &QDialog::accept, Qt::UniqueConnection);
    writeTo(path);
}

} // namespace rope
