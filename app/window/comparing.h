#pragma once

#include "core/model/comparison.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/comparison_view.h"

#include <QObject>
#include <functional>

namespace rope {

/// The second model beside the first: chosen, opened, exchanged, put away, and the page that says where they differ.
class Comparing : public QObject {
    Q_OBJECT
public:
    /// What is known of the file of a model on show; an empty ModelFile where nothing is.
    using FileOf = std::function<ModelFile(const ModelSettings&)>;

    Comparing(ExplorerStore& store, FileOf fileOf, QWidget* window);

    ComparisonView* view() const { return view_; }

    /// Takes a preset's or a file's model as the second, and puts the figures that show both on show, in one undo step.
    void takePreset(const QString& id);
    bool takeFile(const QString& path);
    /// One kind of layer of the second model, by name; empty: the one with the name of the first model's.
    void takePart(const QString& layerType);

    void choosePreset();
    void chooseFile();
    void exchange();
    void stop();
    void copyTable();
    void saveReport();
    bool writeReport(const QString& path);

    /// Shows what holds now; cheap where nothing that is compared has changed.
    void follow();

Q_SIGNALS:
    void stateWanted(const rope::ExplorerState& state, const QString& label);
    void refused(const QString& sentence);
    void told(const QString& sentence);

private:
    bool take(const Result<ModelFile>& file);
    bool want(const Result<ExplorerState>& state, const QString& label);
    Result<PartComparison> compared() const;
    void fillMenu();

    ExplorerStore& store_;
    FileOf fileOf_;
    QWidget* window_;
    ComparisonView* view_;
    QMenu* menu_;
    std::optional<ModelSettings> shownFirst_;
    std::optional<ModelSettings> shownSecond_;
    std::int64_t shownLength_ = 0;
};

} // namespace rope
