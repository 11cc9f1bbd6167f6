// Usage: node build.js FOLDER. Turns every FOLDER/NAME.tex into FOLDER/NAME.svg.
// Qt SVG draws SVG Tiny: it stops at nested <svg> elements, with which MathJax stretches braces, bars and brackets.
// They are straight strokes, so each becomes a rectangle here; anything else is refused rather than drawn wrong.
'use strict';
const fs = require('fs');
const path = require('path');
const { mathjax } = require('mathjax-full/js/mathjax.js');
const { TeX } = require('mathjax-full/js/input/tex.js');
const { SVG } = require('mathjax-full/js/output/svg.js');
const { liteAdaptor } = require('mathjax-full/js/adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require('mathjax-full/js/handlers/html.js');
require('mathjax-full/js/input/tex/ams/AmsConfiguration.js');
require('mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js');
const { DOMParser, XMLSerializer } = require('@xmldom/xmldom');

const svgNamespace = 'http://www.w3.org/2000/svg';
const pixelsPerEx = 8;

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const page = mathjax.document('', {
  InputJax: new TeX({ packages: ['base', 'ams', 'boldsymbol'] }),
  OutputJax: new SVG({ fontCache: 'none' }),
});

function typeset(tex) {
  const node = page.convert(tex, { display: true, em: 16, ex: pixelsPerEx, containerWidth: 1280 });
  return adaptor.innerHTML(node);
}

const numbers = (text) => (text.match(/-?\d*\.?\d+/g) || []).map(Number);

// The box around a path of straight strokes (quadratic curves by their end points); null where it holds anything else.
function boxOf(stroke) {
  let x = 0;
  let y = 0;
  const xs = [];
  const ys = [];
  for (const [, command, rest] of stroke.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const values = numbers(rest);
    const step = { M: 2, L: 2, T: 2, Q: 4, H: 1, V: 1, Z: 0 }[command];
    if (step === undefined) return null;
    for (let i = 0; step > 0 && i + step <= values.length; i += step) {
      if (command === 'H') x = values[i];
      else if (command === 'V') y = values[i];
      else [x, y] = [values[i + step - 2], values[i + step - 1]];
      xs.push(x);
      ys.push(y);
    }
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// A stroke of a nested <svg> as a rectangle in the outer units, clipped to the window.
function rectangle(document, window_, stroke, scaleX, scaleY) {
  const box = boxOf(stroke);
  if (!box) throw new Error('a stretched piece is not made of straight strokes');
  const [viewX, viewY, viewWidth, viewHeight] = numbers(window_.getAttribute('viewBox'));
  const at = (name) => parseFloat(window_.getAttribute(name) || '0');
  const clip = (value, low, size) => Math.min(Math.max(value, low), low + size);
  const xs = [box[0] * scaleX, box[2] * scaleX].sort((a, b) => a - b).map((v) => clip(v, viewX, viewWidth));
  const ys = [box[1] * scaleY, box[3] * scaleY].sort((a, b) => a - b).map((v) => clip(v, viewY, viewHeight));
  if (xs[0] === xs[1] || ys[0] === ys[1]) return null;
  const perX = at('width') / viewWidth;
  const perY = at('height') / viewHeight;
  const element = document.createElementNS(svgNamespace, 'rect');
  element.setAttribute('x', String(at('x') + (xs[0] - viewX) * perX));
  element.setAttribute('y', String(at('y') + (ys[0] - viewY) * perY));
  element.setAttribute('width', String((xs[1] - xs[0]) * perX));
  element.setAttribute('height', String((ys[1] - ys[0]) * perY));
  return element;
}

function flatten(document, window_) {
  const group = document.createElementNS(svgNamespace, 'g');
  for (const piece of Array.from(window_.childNodes)) {
    if (piece.nodeName !== 'path') throw new Error('a nested svg holds ' + piece.nodeName);
    const scale = /scale\(([-\d.]+),\s*([-\d.]+)\)/.exec(piece.getAttribute('transform') || '');
    const [scaleX, scaleY] = scale ? [Number(scale[1]), Number(scale[2])] : [1, 1];
    for (const stroke of piece.getAttribute('d').split(/(?=M)/).filter((part) => part.trim())) {
      const element = rectangle(document, window_, stroke, scaleX, scaleY);
      if (element) group.appendChild(element);
    }
  }
  window_.parentNode.replaceChild(group, window_);
}

function strip(element) {
  for (const attribute of Array.from(element.attributes || []))
    if (/^(data-|focusable$|role$|style$)/.test(attribute.name)) element.removeAttribute(attribute.name);
  for (const child of Array.from(element.childNodes || [])) strip(child);
}

function forQt(svg) {
  const document = new DOMParser().parseFromString(svg, 'text/xml');
  const root = document.documentElement;
  for (const window_ of Array.from(root.getElementsByTagName('svg'))) flatten(document, window_);
  for (const name of ['width', 'height'])
    root.setAttribute(name, (parseFloat(root.getAttribute(name)) * pixelsPerEx).toFixed(2) + 'px');
  strip(root);
  return new XMLSerializer().serializeToString(document) + '\n';
}

const folder = process.argv[2];
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.tex')).sort()) {
  const tex = fs.readFileSync(path.join(folder, file), 'utf8').trim();
  const svg = typeset(tex);
  if (svg.includes('data-mjx-error')) throw new Error(file + ': MathJax cannot set this');
  fs.writeFileSync(path.join(folder, file.replace(/\.tex$/, '.svg')), forQt(svg));
}
