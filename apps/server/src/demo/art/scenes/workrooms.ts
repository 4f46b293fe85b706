import { at, circle, each, faint, line, path, pick, rect, ring, sheet } from '../ink.ts'
import { figure } from '../people.ts'
import { palette as p, skins } from '../palette.ts'
import { bicycle, pane, room } from '../town.ts'

export function bikeWorkshop(v: number): string {
  const wall = pick(['#cddad6', p.peach, '#3f5f66'], v)
  const frame = pick([p.terracotta, p.deep, p.honey], v)
  const pegs =
    rect(60, 50, 300, 190, pick([p.wood, p.sage, '#55767a'], v), 6) +
    line('M100 90V170M150 90V190M200 80V150', p.ink, 10) +
    circle(100, 84, 14, p.ink) +
    circle(150, 200, 14, p.steel) +
    path('M250 84H330V104H300V190H280V104H250Z', p.steel) +
    ring(280, 206, 20, p.honey, 7)
  const wheels = each(
    [
      [650, 120],
      [730, 150],
    ] as const,
    ([x, y]) =>
      ring(x, y, 60, p.ink, 8) +
      line(
        `M${x - 56} ${y}H${x + 56}M${x} ${y - 56}V${y + 56}M${x - 40} ${y - 40}L${x + 40} ${y + 40}M${x + 40} ${y - 40}L${x - 40} ${y + 40}`,
        p.pebble,
        2,
      ) +
      circle(x, y, 8, p.ink),
  )
  return sheet(
    800,
    500,
    room(wall, pick(['#b8b2a2', '#c99a6b', '#8c8674'], v), p.steel),
    pegs,
    v === 1
      ? pane(440, 40, 160, 200, p.water)
      : rect(430, 50, 120, 160, p.cream, 4) + bicycle(446, 150, 0.75, pick([p.leaf, p.leaf, p.terracotta], v)),
    wheels,
    rect(40, 330, 240, 18, p.bark) +
      rect(56, 348, 14, 100, p.cocoa) +
      rect(250, 348, 14, 100, p.cocoa) +
      rect(80, 286, 60, 44, p.brick, 5) +
      rect(76, 280, 68, 12, p.terracotta, 4) +
      rect(170, 292, 30, 38, p.marigold, 5) +
      rect(210, 302, 30, 28, p.deep, 5),
    at(330, 470, rect(100, -300, 12, 300, p.ink) + rect(56, -8, 100, 12, p.ink, 4) + rect(84, -210, 44, 14, p.ink, 4)),
    bicycle(300, 350, 2, frame),
    figure(
      pick([640, 220, 660], v),
      484,
      1.1,
      {
        skin: pick(skins, v * 3 + 1),
        hair: pick([p.ink, p.brick, p.stone], v),
        top: pick([p.forest, p.honey, p.terracotta], v),
        legs: p.deep,
        cut: pick(['cap', 'pony', 'short'] as const, v),
      },
      v === 1
        ? {
            right: 'M28-146 70-130',
            hands: [
              [-44, -92],
              [74, -128],
            ],
          }
        : {
            left: 'M-28-146-74-136',
            hands: [
              [-80, -136],
              [44, -92],
            ],
          },
    ),
    v === 2 ? faint(0.16, path('M400 0 240 470H640Z', p.honey)) + path('M370 0H450L470 44H350Z', p.marigold) : '',
  )
}

export function tailor(v: number): string {
  const wall = pick([p.sand, '#cfdedb', p.blush], v)
  const dyes = pick(
    [
      [p.terracotta, p.honey, p.deep, p.leaf, p.plum],
      [p.deep, p.marigold, p.brick, p.lilac, p.leaf],
      [p.leaf, p.brick, p.water, p.honey, p.plum],
    ] as const,
    v,
  )
  const spool = (x: number, y: number, c: string): string =>
    rect(x - 16, y - 40, 32, 40, c) + rect(x - 20, y - 46, 40, 8, p.wood, 3) + rect(x - 20, y - 4, 40, 8, p.wood, 3)
  const machine =
    path('M-130 0V-24H130V0Z', p.ink) +
    path(
      'M-110-24V-120q0-24 24-24H96q20 0 20 20v40H86v-20q0-14-14-14H-40q-14 0-14 14V-24Z',
      pick([p.pine, p.ink, p.brick], v),
    ) +
    rect(94, -86, 12, 44, p.stone) +
    line('M100-42V-24', p.steel, 4) +
    circle(-110, -112, 26, p.steel) +
    circle(-110, -112, 11, p.honey) +
    line('M-60-136H60', p.honey, 5) +
    rect(-10, -170, 18, 26, dyes[0], 3)
  const dummy = at(
    0,
    0,
    rect(-5, -80, 10, 80, p.bark) +
      line('M-44 0H44', p.bark, 10) +
      path('M-52-80C-30-130-66-180-50-226-30-246 30-246 50-226 66-180 30-130 52-80Z', p.cream) +
      path('M-60-70C-30-130-66-180-50-226-30-236-16-210 0-206 16-210 30-236 50-226 66-180 30-130 60-70Z', dyes[2]) +
      circle(0, -256, 12, p.wood) +
      line('M0-206V-76', p.cream, 4) +
      each([-180, -150, -120], y => circle(8, y, 4, p.honey)),
  )
  return sheet(
    800,
    500,
    room(wall, pick([p.wood, '#c99a6b', '#b9855a'], v)),
    rect(60, 130, 300, 12, p.bark),
    each([0, 1, 2, 3, 4], i => spool(96 + i * 56, 128, dyes[i] ?? p.deep)),
    each([0, 1, 2, 3, 4, 5], i =>
      rect(70 + i * 48, 150, 40, pick([70, 90, 60], v) - (i % 3) * 8, dyes[(i + 2) % 5] ?? p.deep, 6),
    ),
    v === 1
      ? pane(480, 40, 210, 230, p.water) +
          path('M486 220Q580 190 684 216V264H486Z', p.grass) +
          rect(583, 46, 4, 218, p.paper)
      : rect(460, 60, 260, 8, p.ink) +
          each(
            [0, 1, 2],
            i =>
              line(`M${510 + i * 80} 64q0 14 0 20`, p.ink, 4) +
              path(
                `M${480 + i * 80} 104 ${510 + i * 80} 82 ${540 + i * 80} 104 ${548 + i * 80} ${220 + (i % 2) * 30}H${472 + i * 80}Z`,
                dyes[(i + 1) % 5] ?? p.deep,
              ),
          ),
    v === 2 ? '' : at(pick([700, 716], v), 480, dummy, 1.15),
    v === 2
      ? figure(
          640,
          470,
          1.16,
          { skin: skins[5], hair: p.ink, top: p.honey, cut: 'bun', skirt: p.brick },
          {
            left: 'M-28-146-66-126',
            hands: [
              [-70, -122],
              [44, -92],
            ],
          },
        ) + line('M624 290V340M656 290V350', p.water, 6)
      : figure(552, 478, 1.06, {
          skin: pick(skins, v * 3),
          hair: pick([p.stone, p.ink], v),
          top: pick([p.deep, p.terracotta], v),
          legs: p.ink,
          cut: pick(['short', 'veil'] as const, v),
        }),
    rect(40, 380, 480, 18, p.bark),
    rect(64, 398, 14, 100, p.cocoa),
    rect(482, 398, 14, 100, p.cocoa),
    path('M250 380H470L500 440Q400 420 300 446Z', dyes[3]),
    at(250, 380, machine, 1.05),
    at(
      v === 2 ? 460 : 90,
      374,
      line('M-16 0 24-16M-16-14 24 0', p.steel, 5) + ring(-22, 2, 7, p.brick, 4) + ring(-22, -16, 7, p.brick, 4),
      0.9,
    ),
  )
}
