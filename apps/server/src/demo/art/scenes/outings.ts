import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { mountains, pot, stars } from '../nature.ts'
import { bust, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { awning, bicycle, chalkboard, garland, pane, paving, pavement } from '../town.ts'

export function restaurant(v: number): string {
  const light = pick([lights.day, lights.night, lights.evening], v)
  const cloth = pick([p.terracotta, p.brick, p.deep], v)
  const table = (x: number, y: number, s: number, food: string): string =>
    at(
      x,
      y,
      line('M0 0V-70M-36 0H36', p.ink, 8) +
        path('M-90-86H90L104-62H-104Z', p.paper) +
        path('M-104-62H104V-54H-104Z', p.stone) +
        ellipse(-30, -78, 34, 8, p.water) +
        ellipse(-30, -80, 22, 6, food) +
        path('M36-120H56L52-96H40Z', p.blush) +
        rect(44, -98, 4, 22, p.stone) +
        (food === p.brick ? rect(-4, -124, 12, 44, p.forest, 4) : ''),
      s,
    )
  const chair = (x: number, y: number, s: number, c: string): string =>
    at(x, y, rect(-32, -58, 64, 12, c, 5) + line('M-26-46-30 0M26-46 30 0M-30-58-34-118M-34-118H-10', p.ink, 6), s)
  const waiter = figure(
    pick([560, 600, 590], v),
    440,
    0.96,
    {
      skin: pick(skins, v * 3 + 1),
      hair: pick([p.ink, p.cocoa, p.honey], v),
      top: p.paper,
      legs: p.ink,
      cut: pick(['short', 'pony', 'short'] as const, v),
    },
    {
      right: 'M28-146 62-160',
      hands: [
        [-44, -92],
        [66, -162],
      ],
    },
  )
  const tray =
    ellipse(0, 0, 50, 8, p.stone) + path('M-24-4H-6V-34H-24Z', p.honey) + path('M8-4C4-26 36-26 32-4Z', p.terracotta)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 2
      ? circle(590, 190, 56, p.honey) +
          mountains(light, 320) +
          rect(0, 318, 800, 80, light.waterDeep) +
          line('M540 340H640M560 358H620', p.honey, 5) +
          rect(0, 372, 800, 12, p.ink) +
          times(20, i => rect(i * 42, 372, 6, 60, p.ink))
      : rect(40, 30, 720, 380, v === 1 ? '#a98a78' : p.peach) +
          each([90, 250, 600], x => pane(x, 50, 70, 90, v === 1 ? p.honey : p.water, p.forest)) +
          rect(60, 210, 680, 200, v === 1 ? '#7a3b2c' : p.brick) +
          each([90, 260], x => rect(x, 250, 150, 160, p.paper) + rect(x + 8, 258, 134, 152, p.honey)) +
          rect(440, 250, 110, 160, p.bark) +
          rect(454, 264, 82, 90, p.honey) +
          rect(570, 250, 150, 160, p.paper) +
          rect(578, 258, 134, 152, p.honey) +
          awning(50, 750, 170, 226, 18, cloth, 9),
    v === 2
      ? at(
          180,
          0,
          rect(-5, 100, 10, 330, p.bark) +
            path('M-180 130 0 50 180 130Z', p.terracotta) +
            path('M-60 130 0 50 60 130Z', p.paper),
        ) +
          garland(
            [
              [300, 60],
              [400, 74],
              [500, 72],
              [600, 60],
              [700, 40],
            ],
            'M200 30C340 90 560 90 800 10',
            [p.paper, p.honey],
          )
      : '',
    paving(410, light.ground, light.groundLine),
    v === 1
      ? stars([
          [15, 60],
          [20, 200],
          [780, 90],
          [786, 220],
        ]) +
          garland(
            [
              [120, 430 - 270],
              [300, 168],
              [480, 168],
              [660, 160],
            ],
            'M40 140C200 190 600 190 760 140',
            [p.honey, p.paper],
          )
      : '',
    waiter,
    at(pick([623, 663, 653], v), 280, tray),
    chair(110, 470, 1, cloth),
    table(230, 480, 1.05, pick([p.leaf, p.brick, p.marigold], v)),
    at(350, 470, `<g transform="scale(-1 1)">${chair(0, 0, 1, cloth)}</g>`),
    v === 0
      ? ''
      : bust(118, 390, 0.9, {
          skin: pick(skins, v + 2),
          hair: pick([p.ink, p.brick, p.ink], v),
          top: p.honey,
          cut: 'long',
        }),
    pick(
      [
        chalkboard(720, 486, 1.1),
        pot(730, 486, 1.3, p.terracotta, [p.leaf, p.forest, p.grass]),
        pot(740, 486, 1.4, p.deep, [p.leaf, p.forest, p.grass]),
      ],
      v,
    ),
  )
}

export function cinema(v: number): string {
  if (v === 1) {
    const rowOf = (y: number, s: number, shift: number, seat: string): string =>
      times(8, i =>
        at(
          i * 116 * s + shift,
          y,
          rect(-46, -30, 92, 130, seat, 18) +
            ((i * 2 + shift) % 5
              ? circle(0, -44, 27, pick(['#3f302d', '#2b2523', '#8a7f74', '#5a3a2b', '#2b2523'], i + shift)) +
                rect(-46, -30, 92, 40, seat, 18)
              : ''),
          s,
        ),
      )
    return sheet(
      800,
      500,
      rect(0, 0, 800, 500, '#1d262e'),
      path('M0 0H120L90 340H0ZM800 0H680L710 340H800Z', p.rust),
      path('M0 0H60L50 340H0ZM800 0H740L750 340H800Z', p.brick),
      rect(140, 40, 520, 260, p.paper, 4),
      rect(148, 48, 504, 244, p.apricot),
      circle(500, 150, 44, p.honey),
      path('M148 240 250 150 330 210 420 130 540 230 652 180V292H148Z', p.sage),
      path('M148 270C300 230 480 260 652 240V292H148Z', p.forest),
      at(320, 262, path('M0-70 40-4H-40Z', p.terracotta) + path('M0-70 10-4H-14Z', p.pine)),
      faint(0.12, path('M140 300H660L800 500H0Z', p.honey)),
      rowOf(376, 0.8, 31, '#642a25'),
      rowOf(436, 1, 2, '#7c342a'),
      rowOf(506, 1.2, 43, '#97412f'),
    )
  }
  const sky = pick([p.night, p.night, p.apricot], v)
  const front = pick(['#7d4a3c', '', '#e9d3a6'], v)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, sky),
    v === 0
      ? stars([
          [40, 60],
          [80, 160],
          [740, 70],
          [770, 200],
          [60, 260],
        ])
      : circle(90, 120, 44, p.honey),
    rect(120, 60, 560, 380, front),
    path('M120 60H680L650 20H150Z', pick([p.rust, '', p.deep], v)),
    rect(340, 10, 120, 190, pick([p.brick, '', p.deep], v), 8),
    circle(400, 80, 40, p.honey) +
      circle(400, 80, 12, pick([p.brick, '', p.deep], v)) +
      each([0, 1, 2, 3, 4], i =>
        circle(400 + Math.cos(i * 1.257) * 24, 80 + Math.sin(i * 1.257) * 24, 7, pick([p.brick, '', p.deep], v)),
      ),
    path('M90 200H710L690 262H110Z', p.paper) +
      rect(110, 262, 580, 12, p.brick) +
      line('M180 232h90M300 232h200M530 232h80', pick([p.brick, p.brick, p.deep], v), 12) +
      times(16, i => circle(112 + i * 38, 268, 7, p.honey)),
    v === 0 ? faint(0.16, path('M110 274H690L780 440H20Z', p.honey)) : '',
    each(
      [170, 560],
      (x, i) =>
        rect(x, 296, 80, 116, p.paper, 3) +
        rect(x + 6, 302, 68, 104, i ? p.deep : p.terracotta) +
        (i
          ? circle(x + 40, 340, 18, p.moon) + path(`M${x + 6} 406 ${x + 40} 356 ${x + 74} 406Z`, p.pine)
          : circle(x + 40, 345, 20, p.honey) + path(`M${x + 6} 406Q${x + 40} 350 ${x + 74} 406Z`, p.plum)),
    ),
    rect(290, 296, 220, 144, p.bark) + each([302, 358, 414, 466], x => rect(x, 308, 36, 132, p.honey)),
    pavement(440, v === 0 ? '#5c6a6c' : p.stone, v === 0 ? '#78868a' : p.dune),
    figure(pick([250, 0, 590], v), 484, 0.78, {
      skin: skins[1],
      hair: p.cocoa,
      top: p.honey,
      cut: 'long',
      skirt: p.brick,
    }),
    figure(pick([310, 0, 650], v), 486, 0.84, { skin: skins[4], hair: p.ink, top: p.deep, legs: p.ink }),
    v === 0
      ? figure(600, 486, 0.8, { skin: skins[2], hair: p.stone, top: p.leaf, legs: p.ink, cut: 'hat' })
      : bicycle(130, 452, 1, p.terracotta),
  )
}
