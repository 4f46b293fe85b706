const short = (value: number): string => String(Math.round(value * 10) / 10)

export function rect(x: number, y: number, w: number, h: number, fill: string, rx = 0): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill}"${rx ? ` rx="${short(rx)}"` : ''}/>`
}

export function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"/>`
}

export function ring(x: number, y: number, r: number, stroke: string, width: number): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="none" stroke="${stroke}" stroke-width="${short(width)}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${short(width)}"/>`
}

/* Zero-length strokes with round caps: many dots in one element. */
export function dots(list: ReadonlyArray<readonly [number, number]>, r: number, fill: string): string {
  return line(list.map(([x, y]) => `M${short(x)} ${short(y)}h.01`).join(''), fill, r * 2)
}

export function faint(opacity: number, ...parts: string[]): string {
  return `<g opacity="${opacity}">${parts.join('')}</g>`
}

export function at(x: number, y: number, content: string, scale = 1, turn = 0): string {
  const turned = turn ? ` rotate(${short(turn)})` : ''
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return `<g transform="translate(${short(x)} ${short(y)})${turned}${scaled}">${content}</g>`
}

export function mirrored(content: string, width = 0): string {
  return `<g transform="translate(${short(width)} 0) scale(-1 1)">${content}</g>`
}

export function each<T>(list: readonly T[], draw: (item: T, index: number) => string): string {
  return list.map(draw).join('')
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  const place = ((Math.trunc(index) % list.length) + list.length) % list.length
  return list[place] as T
}

export function sheet(width: number, height: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</svg>`
}

export function dice(seed: number): () => number {
  let state = Math.imul((Math.trunc(seed) | 0) + 0x9e37, 0x85ebca6b) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
