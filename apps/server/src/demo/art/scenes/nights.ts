import { at, circle, each, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { mountains, stars, tree } from '../nature.ts'
import { figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { garland } from '../town.ts'

export function musicEvening(v: number): string {
  const light = pick([lights.night, lights.evening, lights.day], v)
  const guitar = at(
    0,
    -112,
    path('M-34 8C-44-20-18-28-6-14 6-24 26-12 20 8 28 32-24 40-34 8Z', p.marigold) +
      circle(-8, 6, 9, p.cocoa) +
      line('M12-12 66-48', p.bark, 9) +
      line('M62-50 76-58', p.ink, 10),
  )
  const cello = at(
    20,
    -70,
    path('M-26 60C-44 20-22 0-26-24-24-54 24-54 26-24 22 0 44 20 26 60 10 70-10 70-26 60Z', p.brick) +
      rect(-4, -116, 8, 100, p.bark) +
      line('M-8-6V22M8-6V22', p.ink, 3) +
      line('M-56 10 44-14', p.cream, 4),
  )
  const crowd = [
    [70, 0],
    [150, 1],
    [240, 2],
    [330, 3],
    [430, 4],
    [520, 5],
    [610, 1],
    [700, 2],
    [770, 0],
  ] as const
  const dyes = [p.deep, p.terracotta, p.forest, p.honey, p.plum, p.steel]
  const hairs = [p.cocoa, p.ink, p.stone, p.brick, p.ink, p.honey]
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 0
      ? stars([
          [60, 60],
          [140, 120],
          [240, 40],
          [560, 60],
          [660, 120],
          [740, 50],
          [100, 170],
          [700, 180],
        ]) + circle(690, 80, 28, p.moon)
      : circle(pick([0, 660, 140], v), pick([0, 200, 90], v), 52, light.sun),
    path('M0 250C140 190 260 222 380 200S640 180 800 230V500H0Z', light.meadow),
    tree(70, 330, 1.3, light.crown, light.crownLight),
    tree(740, 330, 1.4, light.crown, light.crownLight),
    at(
      400,
      356,
      v === 2
        ? path('M-220 0V-150L0-236 220-150V0H196V-140H-196V0Z', p.paper) +
            path('M-240-144 0-250 240-144Z', p.brick) +
            rect(-200, -10, 400, 14, p.wood)
        : path('M-230 0C-230-300 230-300 230 0Z', v === 0 ? p.plum : p.terracotta) +
            path('M-190 0C-190-246 190-246 190 0Z', v === 0 ? '#e8b57c' : p.peach),
    ),
    rect(150, 350, 500, 30, p.bark),
    rect(150, 350, 500, 8, p.wood),
    v === 0 ? faint(0.35, path('M400 176 260 350H540Z', p.paper)) : '',
    garland(
      [
        [120, 138],
        [200, 158],
        [290, 160],
        [380, 146],
        [470, 152],
        [570, 158],
        [660, 142],
      ],
      'M60 110C160 170 280 180 380 146S600 180 740 110',
      v === 2 ? [p.terracotta, p.honey, p.deep] : [p.honey, p.paper],
    ),
    at(
      310,
      352,
      figure(
        0,
        0,
        0.78,
        {
          skin: pick(skins, v + 1),
          hair: pick([p.brick, p.ink, p.cocoa], v),
          top: p.forest,
          legs: p.ink,
          cut: pick(['long', 'cap', 'bun'] as const, v),
          skirt: v === 2 ? p.marigold : undefined,
        },
        {
          left: 'M-28-146-44-116-10-106',
          right: 'M28-146 50-130 40-136',
          hands: [
            [-8, -106],
            [40, -140],
          ],
        },
      ) + at(0, 0, guitar, 0.78),
    ),
    at(
      490,
      352,
      figure(0, 0, 0.78, {
        skin: pick(skins, v + 4),
        hair: pick([p.ink, p.stone, p.honey], v),
        top: p.paper,
        legs: p.steel,
        cut: 'short',
      }) + at(0, 0, v === 1 ? guitar : cello, 0.78),
    ),
    line('M400 352V230M400 352 384 356M400 352 416 356', p.ink, 4) + circle(400, 226, 9, p.ink),
    path('M0 430C200 400 600 400 800 430V500H0Z', light.lawn),
    each(crowd, ([x, i]) =>
      at(
        x,
        470 + (i % 2) * 14,
        path('M-46 60C-46-8-28-16 0-16S46-8 46 60Z', dyes[i] ?? p.deep) +
          rect(-9, -34, 18, 26, skins[i] ?? p.blush, 5) +
          circle(0, -48, 25, hairs[i] ?? p.ink) +
          (i % 3 === 1 ? circle(0, -78, 11, hairs[i] ?? p.ink) : ''),
      ),
    ),
  )
}

export function fireworks(v: number): string {
  const burst = (x: number, y: number, r: number, a: string, b: string): string =>
    times(12, i => {
      const angle = (i * Math.PI) / 6
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
      const far = i % 2 ? r : r * 0.78
      return (
        line(
          `M${(x + dx * r * 0.3).toFixed(0)} ${(y + dy * r * 0.3).toFixed(0)}L${(x + dx * far * 0.8).toFixed(0)} ${(y + dy * far * 0.8).toFixed(0)}`,
          i % 2 ? a : b,
          5,
        ) + circle(x + dx * far, y + dy * far, 5, i % 2 ? b : a)
      )
    }) + circle(x, y, 6, p.paper)
  const hot = pick<readonly [string, string]>(
    [
      [p.honey, p.terracotta],
      [p.water, p.paper],
      [p.blush, p.marigold],
    ],
    v,
  )
  const light = lights.night
  const sky = pick([p.night, '#2c3350', '#25433f'], v)
  const people = pick(
    [
      [90, 140, 230, 560, 620, 700],
      [60, 130, 180, 250, 660, 730],
      [310, 370, 440, 500, 90, 720],
    ] as const,
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, sky),
    stars([
      [40, 40],
      [110, 150],
      [330, 30],
      [770, 60],
      [730, 220],
      [60, 240],
      [480, 240],
    ]),
    at(0, 40, mountains({ ...light, far: '#3a5f6b', middle: '#2c4f59' }, 300, '#7f9ba2')),
    line(
      pick(
        [
          'M260 340Q256 240 250 160M540 340Q548 260 560 200',
          'M400 340Q398 240 396 170M640 340Q636 280 634 230',
          'M170 340Q168 260 160 200M600 340Q598 220 596 150',
        ],
        v,
      ),
      p.dusk,
      4,
    ),
    pick(
      [
        burst(250, 130, 112, ...hot) + burst(560, 170, 86, p.paper, p.water) + burst(410, 90, 56, p.blush, p.honey),
        burst(396, 140, 124, ...hot) +
          burst(634, 190, 70, p.honey, p.terracotta) +
          burst(160, 180, 74, p.lime, p.paper),
        burst(160, 170, 92, ...hot) + burst(596, 120, 112, p.honey, p.paper) + burst(400, 210, 58, p.lilac, p.blush),
      ],
      v,
    ),
    rect(0, 336, 800, 164, '#274f5c'),
    faint(
      0.55,
      each(
        [
          [pick([250, 396, 160], v), hot[0]],
          [pick([560, 634, 596], v), p.honey],
        ] as const,
        ([x, c]) => line(`M${x - 60} 356H${x + 60}M${x - 40} 374H${x + 46}M${x - 24} 392H${x + 20}`, c, 5),
      ),
    ),
    each([40, 120, 190, 330, 470, 590, 690, 760], (x, i) => rect(x, 330 - (i % 3) * 4, 14 + (i % 2) * 8, 6, p.honey)) +
      path('M0 430C200 410 560 416 800 426V500H0Z', '#1d4a43'),
    each(people, (x, i) =>
      at(
        x,
        470 + (i % 3) * 6,
        path('M-38 70C-38-6-24-22 0-22S38-6 38 70Z', ['#27485a', '#5a3f48', '#2f5a4a'][i % 3] ?? p.night) +
          rect(-7, -34, 14, 18, '#7a5847') +
          circle(0, -46, 20, ['#141f20', '#3a2a24', '#5d625c'][(i + v) % 3] ?? p.ink) +
          (i % 3 === 1 ? circle(0, -70, 8, ['#141f20', '#3a2a24', '#5d625c'][(i + v) % 3] ?? p.ink) : ''),
        i % 3 === 2 ? 0.7 : 1,
      ),
    ),
  )
}
