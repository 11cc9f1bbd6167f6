#include "ui/paint/export/movie_state.h"

#include "ui/paint/export/export_state.h"

#include <QtEndian>
#include <algorithm>

namespace rope {
namespace {

constexpr qsizetype boxHead = 8;                   ///< of an MP4 box: size and type
constexpr qsizetype stateHead = 8 + 16;            ///< the same with the identity of our own box
constexpr qsizetype largestBlock = 255;            ///< of a GIF extension
constexpr char boxIdentity[] = "RoPEExplorerStat"; ///< 16 bytes

bool isGif(const QByteArray& start)
{
    return start.startsWith("GIF8");
}

bool isMp4(const QByteArray& start)
{
    return start.mid(4, 4) == "ftyp";
}

QByteArray block(const QByteArray& bytes)
{
    return QByteArray(1, static_cast<char>(bytes.size())) + bytes;
}

/// How our comment begins: the extension's introducer and a first block with our name alone.
QByteArray gifStart()
{
    return QByteArray("\x21\xFE") + block(stateKey);
}

QByteArray gifComment(const QByteArray& state)
{
    QByteArray comment = gifStart();
    for (qsizetype at = 0; at < state.size(); at += largestBlock)
        comment += block(state.mid(at, largestBlock));
    return comment + '\0';
}

std::optional<QByteArray> stateOfGif(const QByteArray& gif)
{
    const QByteArray start = gifStart();
    const qsizetype found = gif.lastIndexOf(start);
    if (found < 0)
        return std::nullopt;
    QByteArray state;
    for (qsizetype at = found + start.size(); at < gif.size();) {
        const auto size = static_cast<qsizetype>(static_cast<unsigned char>(gif[at]));
        if (size == 0)
            return state;
        state += gif.mid(at + 1, size);
        at += 1 + size;
    }
    return std::nullopt;
}

QByteArray mp4Box(const QByteArray& state)
{
    QByteArray size(4, '\0');
    qToBigEndian(static_cast<quint32>(stateHead + state.size()), size.data());
    return size + "uuid" + QByteArray(boxIdentity, 16) + state;
}

/// The size of the box at `at`, or 0 where none is.
qsizetype boxSize(const QByteArray& mp4, qsizetype at)
{
    const qsizetype left = mp4.size() - at;
    if (left < boxHead)
        return 0;
    auto size = static_cast<quint64>(qFromBigEndian<quint32>(mp4.constData() + at));
    if (size == 1 && left >= 16) // the size follows the type, in 64 bits
        size = qFromBigEndian<quint64>(mp4.constData() + at + boxHead);
    return size >= static_cast<quint64>(boxHead) && size <= static_cast<quint64>(left) ? static_cast<qsizetype>(size)
                                                                                       : 0;
}

std::optional<QByteArray> stateOfMp4(const QByteArray& mp4)
{
    const QByteArray ours = "uuid" + QByteArray(boxIdentity, 16);
    for (qsizetype at = 0, size = boxSize(mp4, 0); size > 0; at += size, size = boxSize(mp4, at))
        if (mp4.mid(at + 4, ours.size()) == ours)
            return mp4.mid(at + stateHead, size - stateHead);
    return std::nullopt;
}

} // namespace

QByteArray movieWithState(const QByteArray& movie, const QByteArray& state)
{
    if (state.isEmpty())
        return movie;
    if (isGif(movie) && movie.endsWith('\x3B'))
        return movie.chopped(1) + gifComment(state) + '\x3B';
    return isMp4(movie) ? movie + mp4Box(state) : movie;
}

std::optional<QByteArray> stateOfMovie(const QByteArray& movie)
{
    return isGif(movie) ? stateOfGif(movie) : stateOfMp4(movie);
}

bool looksLikeMovie(const QByteArray& start)
{
    return isGif(start) || isMp4(start);
}

} // namespace rope
