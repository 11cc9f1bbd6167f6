#include "ui/widgets/parameter_panel.h"

#include "tests/core/opened_content.h"
#include "ui/widgets/rows/choice_row.h"
#include "ui/widgets/rows/parameter_row.h"
#include "ui/widgets/rows/switch_row.h"

#include <QAccessible>
#include <QTest>
#include <gtest/gtest.h>

namespace rope {

namespace {

class ParameterPanelTest : public testing::Test {
protected:
    ParameterPanelTest()
    {
        panel.resize(300, 800);
        panel.show();
    }

    ParameterRow* number(const char* id) { return qobject_cast<ParameterRow*>(panel.row(id)); }
    static void enter(ParameterRow* row, const char* text)
    {
        row->field()->selectAll();
        QTest::keyClicks(row->field(), text);
        QTest::keyClick(row->field(), Qt::Key_Return);
    }
    static QPoint handle(const ValueSlider* slider, double fraction)
    {
        return {static_cast<int>(8.0 + fraction * (slider->width() - 16.0)), slider->height() / 2};
    }

    ExplorerStore store;
    ParameterPanel panel{store};
};

} // namespace

TEST_F(ParameterPanelTest, KeysOfTheContentFileAppearWithIt)
{
    EXPECT_EQ(panel.row("sequence.file_head"), nullptr);
    store.reset(openedWith({}, "capture:tinylm_natural"));
    auto* head = qobject_cast<ParameterRow*>(panel.row("sequence.file_head"));
    ASSERT_NE(head, nullptr);
    EXPECT_NE(panel.row("sequence.content_file"), nullptr);
    store.propose(SetValue{"sequence.content", std::string("identical")}, "Content");
    EXPECT_EQ(panel.row("sequence.file_head"), nullptr);
}

TEST_F(ParameterPanelTest, EveryKeyHasARowThatIntroducesItself)
{
    store.reset(openedWith({}, "capture:tinylm_natural"));
    for (const StateKey& key : keysOf(store.state())) {
        if (key.id == "view.workspace" || key.id == "view.figures")
            continue;
        const KeyRow* row = panel.row(QString::fromStdString(key.id));
        ASSERT_NE(row, nullptr) << key.id;
        EXPECT_TRUE(row->toolTip().contains(QString::fromStdString(key.help).toHtmlEscaped())) << key.id;
        const auto* parameter = qobject_cast<const ParameterRow*>(row);
        if (!parameter)
            continue;
        EXPECT_EQ(parameter->slider()->accessibleName().toStdString(), key.title);
        EXPECT_EQ(parameter->field()->accessibleName().toStdString(), key.title);
        EXPECT_FALSE(parameter->slider()->valueText().isEmpty());
    }
}

TEST_F(ParameterPanelTest, ATypedValueIsExact)
{
    for (const auto& [text, value] : {std::pair{"500k", 500000.0},
                                      {"1e6", 1e6},
                                      {"2^20", 1048576.0},
                                      {"131 072", 131072.0},
                                      {"10000.000000000002", 10000.000000000002}}) {
        enter(number("model.base"), text);
        EXPECT_EQ(activeRotary(store.state()).base, value) << text;
        EXPECT_EQ(number("model.base")->slider()->value(), value) << text;
    }
}

TEST_F(ParameterPanelTest, ARefusedTextSaysWhyAndKeepsTheOldValue)
{
    ParameterRow* row = number("model.base");
    const QString before = row->field()->text();
    for (const char* text : {"abc", "-3", "1e400", "0.5"}) {
        enter(row, text);
        EXPECT_EQ(activeRotary(store.state()).base, 10000.0) << text;
        EXPECT_EQ(row->field()->text(), before) << text;
        EXPECT_FALSE(row->errorText().isEmpty()) << text;
    }
    EXPECT_EQ(store.history().count(), 0);
    enter(row, "20000");
    EXPECT_TRUE(row->errorText().isEmpty());
}

TEST_F(ParameterPanelTest, EscapeBringsTheOldTextBack)
{
    ParameterRow* row = number("model.base");
    const QString before = row->field()->text();
    row->field()->selectAll();
    QTest::keyClicks(row->field(), "77");
    QTest::keyClick(row->field(), Qt::Key_Escape);
    EXPECT_EQ(row->field()->text(), before);
    EXPECT_EQ(store.history().count(), 0);
}

TEST_F(ParameterPanelTest, OneSliderDragIsOneUndoStep)
{
    ValueSlider* slider = number("positions.query")->slider();
    QTest::mousePress(slider, Qt::LeftButton, {}, handle(slider, fractionOf(slider->scale(), slider->value())));
    for (const double place : {0.2, 0.3, 0.5})
        QTest::mouseMove(slider, handle(slider, place));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, handle(slider, 0.5));
    EXPECT_NEAR(static_cast<double>(store.state().positions.query), 0.5 * slider->scale().maximum, 8.0);
    EXPECT_EQ(store.history().count(), 1);
    store.history().undo();
    EXPECT_EQ(store.state().positions.query, 12);
}

TEST_F(ParameterPanelTest, AHeldKeyIsOneUndoStepAndTheNextPressAnother)
{
    ValueSlider* slider = number("positions.query")->slider();
    const auto hold = [slider](int repeats) {
        for (int i = 0; i <= repeats; ++i) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Right, {}, {}, i > 0);
            QCoreApplication::sendEvent(slider, &press);
        }
        QKeyEvent release(QEvent::KeyRelease, Qt::Key_Right, {});
        QCoreApplication::sendEvent(slider, &release);
    };
    hold(20);
    EXPECT_EQ(store.state().positions.query, 33);
    EXPECT_EQ(store.history().count(), 1);
    hold(4);
    EXPECT_EQ(store.state().positions.query, 38);
    EXPECT_EQ(store.history().count(), 2);
    store.history().undo();
    EXPECT_EQ(store.state().positions.query, 33);
    store.history().undo();
    EXPECT_EQ(store.state().positions.query, 12);
}

TEST_F(ParameterPanelTest, TakingTheHandleChangesNothing)
{
    enter(number("model.base"), "12345.678");
    ValueSlider* slider = number("model.base")->slider();
    QTest::mouseClick(slider, Qt::LeftButton, {}, handle(slider, fractionOf(slider->scale(), slider->value())));
    EXPECT_EQ(activeRotary(store.state()).base, 12345.678);
}

TEST_F(ParameterPanelTest, KeysMoveTheSlider)
{
    ValueSlider* slider = number("positions.query")->slider();
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_EQ(store.state().positions.query, 13);
    QTest::keyClick(slider, Qt::Key_PageDown);
    EXPECT_EQ(store.state().positions.query, 3);
    QTest::keyClick(slider, Qt::Key_End);
    EXPECT_EQ(store.state().positions.query, 1023);
    QTest::keyClick(number("positions.query")->field(), Qt::Key_Down);
    EXPECT_EQ(store.state().positions.query, 1022);
}

TEST_F(ParameterPanelTest, AnOddHeadDimensionIsSteppedOver)
{
    ParameterRow* row = number("model.head_dim");
    row->slider()->ask(65.0);
    EXPECT_EQ(activeRotary(store.state()).headDim % 2, 0);
    EXPECT_NE(activeRotary(store.state()).headDim, 128);
    EXPECT_TRUE(row->errorText().isEmpty());
}

TEST_F(ParameterPanelTest, AnotherSchemeBringsItsParametersAndKeepsTheOtherRows)
{
    KeyRow* base = panel.row("model.base");
    EXPECT_EQ(panel.row("scheme.factor"), nullptr);
    store.propose(SetValue{"model.scheme", std::string("yarn")}, "Scaling");
    EXPECT_NE(panel.row("scheme.factor"), nullptr);
    EXPECT_EQ(panel.row("model.base"), base);
    store.history().undo();
    EXPECT_EQ(panel.row("scheme.factor"), nullptr);
}

TEST_F(ParameterPanelTest, ResetBringsTheBaselineBack)
{
    auto* button = panel.row("model.base")->findChild<QToolButton*>("resetButton");
    EXPECT_FALSE(button->isVisible());
    enter(number("model.base"), "500k");
    EXPECT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(activeRotary(store.state()).base, 10000.0);
    EXPECT_FALSE(button->isVisible());
}

TEST_F(ParameterPanelTest, ChoicesAndSwitchesChangeTheState)
{
    auto* mask = qobject_cast<ChoiceRow*>(panel.row("sequence.mask"));
    mask->choices()->setFocus();
    QTest::keyClick(mask->choices(), Qt::Key_Down);
    EXPECT_EQ(store.state().sequence.mask, Mask::Causal);
    auto* keep = qobject_cast<SwitchRow*>(panel.row("positions.keep_offset"));
    QTest::mouseClick(keep->box(), Qt::LeftButton, {}, keep->box()->rect().center());
    EXPECT_TRUE(store.state().positions.keepOffset);
    store.history().undo();
    EXPECT_FALSE(keep->box()->isChecked());
}

TEST_F(ParameterPanelTest, AScreenReaderReadsAndSetsASlider)
{
    ValueSlider* slider = number("model.base")->slider();
    QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(slider);
    ASSERT_NE(reader, nullptr);
    EXPECT_EQ(reader->role(), QAccessible::Slider);
    EXPECT_EQ(reader->text(QAccessible::Name), "Base B");
    QAccessibleValueInterface* value = reader->valueInterface();
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(value->currentValue().toDouble(), 10000.0);
    value->setCurrentValue(500000.0);
    EXPECT_EQ(activeRotary(store.state()).base, 500000.0);
}

} // namespace rope
