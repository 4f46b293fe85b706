import { at, circle, each, faint, line, path, rect, ring, times } from './ink.ts'
import { palette as p } from './palette.ts'

export function pane(x: number, y: number, w: number, h: number, glass: string, shutter = ''): string {
  const leaves = shutter
    ? rect(x - w * 0.33, y - 2, w * 0.29, h + 4, shutter, 2) + rect(x + w * 1.04, y - 2, w * 0.29, h + 4, shutter, 2)
    : ''
  return (
    rect(x, y, w, h, p.paper, 3) +
    rect(x + 6, y + 6, w - 12, h - 12, glass) +
    rect(x + w / 2 - 2, y + 6, 4, h - 12, p.paper) +
    leaves
  )
}

export function awning(
  left: number,
  right: number,
  top: number,
  bottom: number,
  spread: number,
  cloth: string,
  count = 7,
): string {
  const wide = (right - left) / count
  const wideLow = (right - left + spread * 2) / count
  const drop = wideLow * 0.42
  return times(count, i => {
    const fill = i % 2 === 0 ? cloth : p.paper
    const x0 = left + wide * i
    const b0 = left - spread + wideLow * i
    const n = (value: number): string => value.toFixed(1)
    return path(
      `M${n(x0)} ${top}H${n(x0 + wide)}L${n(b0 + wideLow)} ${bottom}a${n(wideLow / 2)} ${n(drop)} 0 0 1-${n(wideLow)} 0Z`,
      fill,
    )
  })
}

export function bench(x: number, y: number, scale = 1, wood: string = p.wood): string {
  return at(
    x,
    y,
    rect(-56, -34, 8, 34, p.ink) +
      rect(48, -34, 8, 34, p.ink) +
      rect(-70, -44, 140, 12, wood, 3) +
      rect(-70, -74, 140, 12, wood, 3) +
      rect(-52, -66, 6, 24, p.ink) +
      rect(46, -66, 6, 24, p.ink),
    scale,
  )
}

export function bicycle(x: number, y: number, scale: number, frame: string): string {
  return at(
    x,
    y,
    ring(0, 0, 34, p.ink, 5) +
      ring(112, 0, 34, p.ink, 5) +
      line('M0 0 36-52H88L50 0H0M36-52 50 0M88-52 112 0M88-52 84-70H104M30-62H46M36-52 34-62', frame, 5.5) +
      circle(50, 0, 7, p.ink),
    scale,
  )
}

export function chalkboard(x: number, y: number, scale = 1): string {
  return at(
    x,
    y,
    path('M-40 0-28-112H28L40 0Z', p.bark) +
      path('M-29-12-20-100H20L29-12Z', p.ink) +
      line('M-10-82H8M-14-62H14M-14-42H6', p.cream, 4),
    scale,
  )
}

export function lampPost(x: number, y: number, scale: number, glow: string): string {
  return at(
    x,
    y,
    rect(-4, -190, 8, 190, p.ink) +
      rect(-12, -12, 24, 12, p.ink, 3) +
      path('M-16-190H16L22-232H-22Z', glow) +
      path('M-26-232H26L0-252Z', p.ink) +
      rect(-18, -194, 36, 7, p.ink),
    scale,
  )
}

export function garland(
  points: ReadonlyArray<readonly [number, number]>,
  cord: string,
  bulbs: readonly string[],
  strand = p.ink as string,
): string {
  return line(cord, strand, 3) + each(points, ([x, y], i) => circle(x, y + 7, 10, bulbs[i % bulbs.length] ?? p.honey))
}

export function pavement(y: number, fill: string, joint: string): string {
  return rect(0, y, 800, 500 - y, fill) + rect(0, y, 800, 7, joint)
}

export function paving(y: number, fill: string, joint: string): string {
  const half = (500 - y) / 2
  const joints = times(12, i => `M${20 + i * 72} ${y}l-18 ${half}M${50 + i * 72} ${y + half}l-26 ${half}`)
  return rect(0, y, 800, 500 - y, fill) + line(`M0 ${y + half}H800${joints}`, joint, 3)
}

export function crate(x: number, y: number, fruits: readonly [string, string], scale = 1): string {
  return at(
    x,
    y,
    each([12, 36, 60, 84, 108], (dx, i) => circle(dx + 4, -60, 15, fruits[i % 2 ? 0 : 1])) +
      each([0, 1, 2, 3], i => circle(28 + i * 24, -78, 15, fruits[i % 2 ? 1 : 0])) +
      rect(0, -56, 128, 56, p.wood, 3) +
      line('M4-37H124M4-18H124', p.bark, 3),
    scale,
  )
}

export function van(x: number, y: number, scale: number, paint: string, stripe: string): string {
  return at(
    x,
    y,
    path('M-190-40V-168a20 20 0 0 1 20-20H60q18 0 28 16L128-112 178-100q14 4 14 20v40Z', paint) +
      path('M20-168H58q10 0 16 10L98-112H20Z', p.haze) +
      rect(-190, -74, 382, 12, stripe) +
      path('M110-74H192V-62H110Z', stripe) +
      line('M8-176V-44', p.ink, 3) +
      rect(22, -96, 22, 6, p.ink, 3) +
      circle(184, -86, 8, p.honey) +
      rect(-196, -48, 394, 12, p.steel, 6) +
      each([-116, 118], cx => circle(cx, -36, 36, p.ink) + circle(cx, -36, 17, p.stone)),
    scale,
  )
}

export function upstairs(wall: string, top: string, glass: string): string {
  return (
    rect(0, 0, 800, 500, wall) +
    rect(0, 0, 800, 120, top) +
    each([80, 250, 420, 590], x => rect(x, 0, 90, 86, p.paper, 3) + rect(x + 8, 0, 74, 78, glass))
  )
}

export function shopDoor(x: number, y: number, wood: string, glass: string): string {
  return (
    rect(x, y, 160, 204, wood) +
    rect(x + 16, y + 16, 128, 130, glass) +
    faint(
      0.35,
      path(`M${x + 16} ${y + 146}L${x + 100} ${y + 16}H${x + 144}V${y + 64}L${x + 90} ${y + 146}Z`, p.paper),
    ) +
    circle(x + 132, y + 168, 6, p.marigold)
  )
}

export function room(wall: string, floor: string, skirting: string = p.paper): string {
  return rect(0, 0, 800, 500, wall) + rect(0, 400, 800, 100, floor) + rect(0, 392, 800, 12, skirting)
}
