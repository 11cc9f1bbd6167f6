#pragma once

#include <QByteArray>
#include <QString>

namespace rope {

inline constexpr const char* stateKey =
    "rope-explorer-state"; ///< of the PNG text, in base64 (PNG texts lose white space)
inline constexpr const char* stateFileName = "rope-explorer.json";       ///< of the PDF attachment
inline constexpr const char* stateNamespace = "urn:rope-explorer:state"; ///< of the SVG metadata element

inline constexpr const char* texStart = "% A figure of RoPE Explorer"; ///< how our LaTeX files begin

/// The state as comment lines of a LaTeX file; nothing when it is empty.
QByteArray stateComment(const QByteArray& state);

/// What QSvgGenerator wrote, made right: exact width and height (`85mm`), generic font fallbacks, crisp images, and
/// the state as metadata when it is not empty.
QByteArray finishedSvg(const QByteArray& svg, const QString& width, const QString& height, const QByteArray& state);

} // namespace rope
