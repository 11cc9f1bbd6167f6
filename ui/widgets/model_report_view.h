#pragma once

#include "core/model/report.h"

#include <QTextBrowser>

namespace rope {

/// What a model file was understood to say: warnings first, then every value with its origin, the same as
/// the command inspect prints, then every key with its value and what it decided. It can be selected and copied.
class ModelReportView : public QTextBrowser {
    Q_OBJECT
public:
    explicit ModelReportView(QWidget* parent = nullptr);

    void showReport(const ModelFile& file);
    void showNoReport();
};

} // namespace rope
