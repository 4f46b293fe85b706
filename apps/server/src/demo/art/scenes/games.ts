import { at, circle, each, ellipse, line, path, pick, rect, ring, sheet, times } from '../ink.ts'
import { pot } from '../nature.ts'
import { palette as p, skins } from '../palette.ts'
import { pane } from '../town.ts'

export function boardGame(v: number): string {
  const board = pick(
    [
      path('M220 250H600L680 450H140Z', p.forest) +
        path('M246 266H576L642 434H176Z', p.honey) +
        times(12, i =>
          path(`M${246 + i * 27.5} 266h27.5L${(216 + 32.3 * (i + 0.5)).toFixed(0)} 336Z`, i % 2 ? p.brick : p.pine),
        ) +
        times(12, i =>
          path(`M${176 + i * 38.8} 434h38.8L${(204 + 34.2 * (i + 0.5)).toFixed(0)} 362Z`, i % 2 ? p.pine : p.brick),
        ) +
        path('M402 266H420L424 434H394Z', p.forest),
      path('M216 250H604L690 456H130Z', p.cocoa) +
        times(8, r =>
          times(8, c => {
            if ((r + c) % 2) return ''
            const edge = (row: number, col: number): string => {
              const t = row / 8
              const l = 232 - 66 * t
              const w = 356 + 132 * t
              return `${(l + (w * col) / 8).toFixed(0)} ${(258 + 182 * (t * 0.8 + t * t * 0.2)).toFixed(0)}`
            }
            return path(`M${edge(r, c)}L${edge(r, c + 1)} ${edge(r + 1, c + 1)} ${edge(r + 1, c)}Z`, p.cream)
          }),
        ),
      path('M220 250H600L680 450H140Z', p.sky) +
        each(
          [
            [300, 300, p.leaf],
            [372, 300, p.honey],
            [444, 300, p.terracotta],
            [516, 300, p.leaf],
            [260, 354, p.honey],
            [336, 354, p.stone],
            [412, 354, p.leaf],
            [488, 354, p.honey],
            [562, 354, p.terracotta],
            [290, 408, p.terracotta],
            [374, 408, p.leaf],
            [458, 408, p.stone],
            [542, 408, p.leaf],
          ] as const,
          ([x, y, c]) =>
            path(`M${x} ${y - 30}L${x + 38} ${y - 15}V${y + 13}L${x} ${y + 28} ${x - 38} ${y + 13}V${y - 15}Z`, c),
        ),
    ],
    v,
  )
  const pawn = (x: number, y: number, c: string, s = 1): string =>
    at(
      x,
      y,
      ellipse(2, 2, 26, 8, '#00000022') +
        path('M-22 0C-20-14-10-20-9-44H9C10-20 20-14 22 0Z', c) +
        circle(0, -52, 16, c),
      s,
    )
  const die = (x: number, y: number, turn: number): string =>
    at(
      x,
      y,
      rect(-22, -22, 44, 44, p.paper, 8) +
        circle(-10, -10, 4, p.ink) +
        circle(10, 10, 4, p.ink) +
        circle(0, 0, 4, p.ink),
      1,
      turn,
    )
  const hand = (x: number, y: number, skin: string, sleeve: string, flip: boolean): string =>
    at(
      x,
      y,
      line(flip ? 'M150-10 60 0' : 'M-150-10-60 0', sleeve, 60) +
        line(flip ? 'M58 0 20 2' : 'M-58 0-20 2', skin, 34) +
        line(flip ? 'M20-8-8-4M20 8-4 10' : 'M-20-8 8-4M-20 8 4 10', skin, 14),
    )
  const dyes = pick(
    [
      [p.brick, p.pine, p.deep],
      [p.honey, p.ink, p.honey],
      [p.brick, p.deep, p.paper],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, pick([p.peach, '#3d4a48', '#dbe4cf'], v)),
    v === 1
      ? circle(400, 40, 240, '#56605a') + circle(400, 40, 140, '#7a7a66')
      : pane(110, 20, 130, 150, pick([p.water, p.night, p.water], v)) +
          pot(690, 186, 1.2, p.terracotta, [p.leaf, p.forest, p.grass]) +
          rect(600, 184, 200, 12, p.wood),
    v === 1 ? path('M340 0H460L500 70H300Z', p.terracotta) + ellipse(400, 70, 100, 12, p.honey) : '',
    path('M80 200H720L860 500H-60Z', pick(['#b9855a', p.bark, p.wood], v)),
    board,
    pawn(320, 330, dyes[0]),
    pawn(480, 390, dyes[1], 1.2),
    pawn(540, 300, dyes[2], 0.9),
    v === 1 ? pawn(400, 300, dyes[1], 0.9) + pawn(280, 410, dyes[0], 1.2) : die(400, 400, 18) + die(448, 424, -14),
    hand(120, 330, pick([skins[0], skins[4], skins[2]], v), pick([p.deep, p.marigold, p.brick], v), false),
    hand(690, 400, pick([skins[5], skins[1], skins[6]], v), pick([p.terracotta, p.paper, p.leaf], v), true),
    at(
      620,
      240,
      rect(-26, -44, 52, 44, pick([p.honey, p.blush, p.deep], v), 8) +
        line('M26-34q20 4 0 24', pick([p.honey, p.blush, p.deep], v), 7) +
        ellipse(0, -44, 26, 7, p.cocoa),
    ),
    at(176, 250, ellipse(0, 0, 54, 15, p.paper) + each([-22, 2, 24], x => circle(x, -8, 13, p.wood))),
  )
}

export function kidsDrawing(v: number): string {
  const crayons = [p.terracotta, p.honey, p.leaf, p.deep, p.lilac]
  const drawing = pick(
    [
      path('M-150 60Q-70 30 0 50T150 40V110H-150Z', p.grass) +
        path('M-90 60V-20L-40-64 10-20V60Z', p.blush) +
        path('M-108-14-40-74 28-14Z', p.terracotta) +
        rect(-54, 16, 28, 44, p.deep) +
        rect(-84, -4, 22, 22, p.honey) +
        circle(96, -66, 28, p.honey) +
        line('M96-108V-116M134-66H144M122-94 130-102M58-66H48', p.marigold, 6) +
        line('M80 40V-4', p.bark, 10) +
        circle(80, -18, 26, p.leaf),
      path('M-150 30Q-100 10-50 30T50 30 150 30V110H-150Z', p.water) +
        path('M-70 26H70L50 62H-50Z', p.terracotta) +
        line('M0 26V-76', p.bark, 7) +
        path('M6-74 66 14H6Z', p.honey) +
        path('M-6-60-50 14H-6Z', p.leaf) +
        circle(-104, -70, 24, p.honey) +
        line('M80-70q12-14 22 0 12-14 22 0', p.ink, 5) +
        ellipse(-90, 80, 22, 11, p.marigold) +
        path('M-72 80-54 68V92Z', p.marigold),
      each([-90, -20, 56, 112], (x, i) => {
        const s = i === 3 ? 0.62 : i === 1 ? 1.1 : 1
        return at(
          x,
          70,
          line('M-10 0V-30M10 0V-30M-16-70-34-40M16-70 34-44', p.ink, 6) +
            path('M-24-28-12-84H12L24-28Z', crayons[i] ?? p.deep) +
            circle(0, -104, 22, skins[(i * 2) % 7] ?? p.blush) +
            line('M-8-98q8 8 16 0', p.ink, 4) +
            circle(-7, -108, 2.6, p.ink) +
            circle(7, -108, 2.6, p.ink),
          s,
        )
      }) + path('M-150 74H150V110H-150Z', p.grass),
    ],
    v,
  )
  const pencil = (x: number, y: number, turn: number, c: string): string =>
    at(
      x,
      y,
      rect(-70, -9, 110, 18, c) +
        path('M40-9 68 0 40 9Z', p.sand) +
        path('M58-3.4 68 0 58 3.4Z', c) +
        rect(-84, -9, 14, 18, p.blush, 4),
      1,
      turn,
    )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, pick(['#c99a6b', '#d9c3a0', '#9fbfae'], v)),
    line('M0 120H800M0 250H800M0 380H800', pick([p.wood, '#cbb28c', '#8fb2a0'], v), 4),
    v === 2
      ? ''
      : at(
          640,
          120,
          rect(-110, -80, 220, 170, p.mist) +
            ring(-20, 0, 40, p.lilac, 9) +
            line('M40-30 80 40M-80 50 60 60', p.honey, 9),
          1,
          14,
        ),
    at(
      pick([360, 400, 370], v),
      240,
      rect(-226, -168, 460, 340, '#00000018') +
        rect(-234, -176, 460, 340, p.paper) +
        (v === 1 ? rect(-190, -138, 372, 264, p.sky) : '') +
        at(-4, 0, drawing, 1.22),
      1,
      pick([-5, 3, -2], v),
    ),
    each([0, 1, 2, 3], i =>
      pencil(
        [670, 700, 640, 690][i] ?? 0,
        [250, 310, 390, 450][i] ?? 0,
        [20, -12, 34, -4][i] ?? 0,
        crayons[(i + v) % 5] ?? p.deep,
      ),
    ),
    pencil(120, 450, -16, crayons[(v + 4) % 5] ?? p.deep),
    at(
      pick([470, 250, 520], v),
      330,
      line('M40 190 0 60', pick([p.deep, p.terracotta, p.marigold], v), 74) +
        line('M0 56-12 16', pick(skins, v * 3), 44) +
        line('M-16 10-40-6M-2 4-22-20M-26 24-46 8', pick(skins, v * 3), 16) +
        line('M-30-2-62-46', crayons[(v + 2) % 5] ?? p.leaf, 13),
    ),
    v === 2
      ? at(80, 90, circle(0, 0, 44, p.terracotta) + circle(0, 0, 34, p.water) + line('M10-10 70-60', p.bark, 8))
      : '',
  )
}
