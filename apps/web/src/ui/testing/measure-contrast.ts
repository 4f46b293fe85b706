/** `seen` is the number of measurements; `faults` describes those with too little contrast, and faulty focus rings. */
export interface ContrastReport {
  seen: number
  faults: string[]
}

type Colour = [red: number, green: number, blue: number, alpha: number]

/** The results so far, and the parser of CSS colours. */
interface Measurement extends ContrastReport {
  parseColour: (css: string) => Colour
}

/** Parses colours by painting them. */
const createColourParser = () => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const cache = new Map<string, Colour>()
  return (css: string): Colour => {
    let colour = cache.get(css)
    if (!colour) {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = css
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      cache.set(css, (colour = [red, green, blue, alpha / 255]))
    }
    return colour
  }
}

const blend = (top: Colour, below: Colour): Colour => {
  const alpha = top[3] + below[3] * (1 - top[3])
  const mix = (at: 0 | 1 | 2) => (alpha === 0 ? 0 : (top[at] * top[3] + below[at] * below[3] * (1 - top[3])) / alpha)
  return [mix(0), mix(1), mix(2), alpha]
}

const luminance = (colour: Colour) => {
  const linear = (at: 0 | 1 | 2) =>
    colour[at] / 255 <= 0.04045 ? colour[at] / 255 / 12.92 : ((colour[at] / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
}

const contrast = (a: Colour, b: Colour) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

const overlaps = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The lowest contrast between a colour and the layers painted below it, from this element outwards. */
const contrastAt = ({ parseColour }: Measurement, colour: Colour, from: Element | null, place: DOMRect): number => {
  const white: Colour = [255, 255, 255, 1]
  const black: Colour = [0, 0, 0, 1]
  let [ink, ground]: [Colour, Colour] = [colour, [0, 0, 0, 0]]
  for (let element = from; element; element = element.parentElement) {
    const style = getComputedStyle(element)
    const layer = parseColour(style.backgroundColor)
    ;[ink, ground] = [blend(ink, layer), blend(ground, layer)]
    const opacity = Number(style.opacity)
    if (opacity < 1)
      [ink, ground] = [
        [ink[0], ink[1], ink[2], ink[3] * opacity],
        [ground[0], ground[1], ground[2], ground[3] * opacity],
      ]
    if (ground[3] > 0.995 || element.matches('dialog, [popover]')) break
    const ancestor = element.parentElement
    const picture =
      ancestor &&
      [...ancestor.querySelectorAll('img, canvas, video')].find(
        one => !element.contains(one) && overlaps(one.getBoundingClientRect(), place),
      )
    if (picture) return Math.min(...[white, black].map(below => contrast(blend(ink, below), blend(ground, below))))
  }
  const canvas = parseColour(
    getComputedStyle(document.documentElement).colorScheme.includes('dark') &&
      matchMedia('(prefers-color-scheme: dark)').matches
      ? '#121212'
      : '#ffffff',
  )
  return contrast(blend(ink, canvas), blend(ground, canvas))
}

const nameOf = (element: Element) => {
  const control = element.closest('button, a, input, textarea, label, [role]') ?? element
  const kind = ['data-kind', 'aria-pressed', 'aria-current', 'aria-checked']
    .map(name => control.getAttribute(name) && ` ${name}=${control.getAttribute(name)}`)
    .filter(Boolean)
    .join('')
  const states = [':hover', ':active', ':focus-visible', ':disabled'].filter(state => control.matches(state)).join('')
  return `${control.localName}${kind}${states} “${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30)}”`
}

const check = (measurement: Measurement, part: string, element: Element, ratio: number, minimum: number) => {
  measurement.seen++
  if (ratio < minimum - 0.005)
    measurement.faults.push(`${part} of ${nameOf(element)}: ${ratio.toFixed(2)} where ${minimum} is asked`)
}

const isVisible = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

const measureTexts = (measurement: Measurement, root: Element) => {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || element.closest('script, style, svg, option') || !isVisible(element))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const place = range.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1 || place.width === 0) continue
    const style = getComputedStyle(element)
    const size = parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    check(
      measurement,
      'text',
      element,
      contrastAt(measurement, measurement.parseColour(style.color), element, place),
      large ? 3 : 4.5,
    )
  }
}

const measureIcons = (measurement: Measurement, root: Element) => {
  for (const icon of [
    ...root.querySelectorAll('svg[data-icon], svg[data-mark]'),
    ...(root.matches('svg') ? [root] : []),
  ]) {
    if (!isVisible(icon) || icon.getBoundingClientRect().width <= 1) continue
    const style = getComputedStyle(icon)
    const paint = style.stroke === 'none' ? style.fill : style.stroke
    check(
      measurement,
      'icon',
      icon,
      contrastAt(measurement, measurement.parseColour(paint), icon.parentElement, icon.getBoundingClientRect()),
      3,
    )
  }
}

const measureFields = (measurement: Measurement, root: Element) => {
  for (const field of [
    ...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
    ...(root.matches('input, textarea') ? [root as HTMLInputElement] : []),
  ]) {
    const place = field.getBoundingClientRect()
    if (!isVisible(field) || place.width <= 1) continue
    const choice = field.type === 'radio' || field.type === 'checkbox'
    if (!choice) {
      const words = field.value === '' ? getComputedStyle(field, '::placeholder').color : getComputedStyle(field).color
      if (field.value !== '' || field.placeholder)
        check(measurement, 'words', field, contrastAt(measurement, measurement.parseColour(words), field, place), 4.5)
    }
    const bordered = choice ? field : field.parentElement
    const edge = bordered && getComputedStyle(bordered)
    if (bordered && edge && parseFloat(edge.borderTopWidth) > 0)
      check(
        measurement,
        'edge',
        field,
        contrastAt(measurement, measurement.parseColour(edge.borderTopColor), bordered.parentElement, place),
        3,
      )
  }
}

/** The focused element, or null if no element is focused or the focused element needs no ring. */
const findFocused = (root: Element) => {
  const focused = document.activeElement
  return focused &&
    focused !== document.body &&
    root.contains(focused) &&
    focused.matches(':focus-visible') &&
    !focused.matches('[tabindex="-1"]:not([role])')
    ? focused
    : null
}

/** The focus ring may be on the element, on its field, or on the card that its link covers. */
const findRinged = (focused: Element) => {
  const isRinged = (one: Element) =>
    getComputedStyle(one).outlineStyle !== 'none' ||
    (one !== focused && getComputedStyle(one).boxShadow.includes('inset'))
  let ringed: Element | null = focused
  while (ringed && !isRinged(ringed)) ringed = ringed.matches('main, body') ? null : ringed.parentElement
  return ringed
}

/** The ancestor that hides a part of the ring, which reaches this many pixels around the element. */
const findClipping = (ringed: Element, reach: number) => {
  const place = ringed.getBoundingClientRect()
  const ring = {
    left: place.left - reach,
    right: place.right + reach,
    top: place.top - reach,
    bottom: place.bottom + reach,
  }
  for (let ancestor = ringed.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(ancestor)
    const box = ancestor.getBoundingClientRect()
    const left = box.left + ancestor.clientLeft
    const top = box.top + ancestor.clientTop
    const cutAcross =
      overflowX !== 'visible' && (ring.left < left - 0.5 || ring.right > left + ancestor.clientWidth + 0.5)
    const cutDown = overflowY !== 'visible' && (ring.top < top - 0.5 || ring.bottom > top + ancestor.clientHeight + 0.5)
    if (ancestor !== document.documentElement && ancestor !== document.body && (cutAcross || cutDown)) return ancestor
    if (position === 'fixed' || ancestor.matches('dialog, [popover]')) return null
  }
  return null
}

const measureFocusRing = (measurement: Measurement, focused: Element) => {
  const ringed = findRinged(focused)
  if (!ringed) return void measurement.faults.push(`no ring: ${nameOf(focused)}`)
  const style = getComputedStyle(ringed)
  if (style.outlineStyle === 'none') return
  const [width, offset] = [parseFloat(style.outlineWidth), parseFloat(style.outlineOffset)]
  const ground = offset + width <= 0 ? ringed : ringed.parentElement
  const colour = measurement.parseColour(style.outlineColor)
  check(measurement, 'ring', focused, contrastAt(measurement, colour, ground, ringed.getBoundingClientRect()), 3)
  const clipping = findClipping(ringed, Math.max(0, offset + width))
  if (clipping)
    measurement.faults.push(`ring of ${nameOf(focused)} is cut by ${clipping.localName}.${clipping.classList[0] ?? ''}`)
  measurement.seen++
}

const measure = (root: Element): ContrastReport => {
  const measurement: Measurement = { parseColour: createColourParser(), seen: 0, faults: [] }
  measureTexts(measurement, root)
  measureIcons(measurement, root)
  measureFields(measurement, root)
  const focused = findFocused(root)
  if (focused) measureFocusRing(measurement, focused)
  return { seen: measurement.seen, faults: [...new Set(measurement.faults)] }
}

const functions = {
  createColourParser,
  blend,
  luminance,
  contrast,
  overlaps,
  contrastAt,
  nameOf,
  check,
  isVisible,
  measureTexts,
  measureIcons,
  measureFields,
  findFocused,
  findRinged,
  findClipping,
  measureFocusRing,
  measure,
}

/**
 * Measures the rendered content of an element: texts need 4.5:1 (large ones 3:1), icons and borders of fields 3:1, the
 * focus ring 3:1 and no clipping. Backgrounds are composed as the browser paints them: every layer with its opacity,
 * and over a picture both white and black. Contains the source of all functions above, so that it can be evaluated
 * inside a page, where this module does not exist.
 */
export const measureContrast = new Function(
  'root',
  `${Object.entries(functions)
    .map(([name, source]) => `const ${name} = ${String(source)}`)
    .join('\n')}\nreturn measure(root)`,
) as (root: Element) => ContrastReport
