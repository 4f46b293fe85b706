import { at, circle, dots, each, ellipse, line, path, pick, rect, ring, sheet } from './ink.ts'
import { palette as p } from './palette.ts'

const limeTree =
  circle(32, 24, 16, p.leaf) +
  circle(20, 31, 11, p.forest) +
  circle(44, 31, 11, p.forest) +
  circle(27, 18, 7, p.grass) +
  dots(
    [
      [24, 30],
      [33, 24],
      [40, 32],
      [30, 36],
    ],
    2,
    p.honey,
  ) +
  rect(29.5, 34, 5, 16, p.bark)

const stationClock =
  rect(30, 44, 4, 14, p.ink) +
  circle(32, 28, 19, p.ink) +
  circle(32, 28, 15.5, p.paper) +
  line('M32 15.5V18M32 38V40.5M19.5 28H22M42 28H44.5', p.ink, 2) +
  line('M32 28V19.5M32 28 38.5 31.5', p.ink, 3) +
  circle(38, 22, 3, p.terracotta) +
  line('M32 28 38 22', p.terracotta, 2)

function small(x: number, y: number, scale: number, fill: string): string {
  return at(x, y, path('M0-30 9-16H5L13-5H7L16 6H-16L-7-5H-13L-5-16H-9Z', fill) + rect(-2, 6, 4, 5, p.bark), scale)
}

export const logos: Record<
  'les-tilleuls' | 'quartier-de-la-gare' | 'residence-du-lac' | 'camping-des-pins' | 'parvis',
  string
> = {
  'les-tilleuls': sheet(
    64,
    64,
    rect(0, 0, 64, 64, p.mist),
    path('M0 40 12 32 22 38 40 28 64 40V50H0Z', p.haze),
    rect(0, 46, 64, 18, p.lagoon),
    path('M0 46H64V51Q40 54 0 50Z', p.water),
    path('M8 64C12 50 52 50 56 64Z', p.grass),
    limeTree,
    line('M4 57H10M54 56H61', p.sky, 2.5),
  ),
  'quartier-de-la-gare': sheet(
    64,
    64,
    rect(0, 0, 64, 64, p.peach),
    rect(0, 30, 14, 26, p.terracotta),
    rect(50, 24, 14, 32, p.brick),
    rect(4, 36, 5, 6, p.honey),
    rect(55, 31, 5, 6, p.honey),
    rect(55, 42, 5, 6, p.honey),
    rect(0, 54, 64, 10, p.forest),
    line('M4 59H60', p.sand, 2),
    stationClock,
  ),
  'residence-du-lac': sheet(
    64,
    64,
    rect(0, 0, 64, 64, p.water),
    circle(15, 15, 6, p.honey),
    path('M0 40 16 24 26 32 40 14 64 38V64H0Z', p.forest),
    path('M40 14 47 21 42 24 38 20 34 23Z', p.paper),
    rect(0, 42, 64, 22, p.deep),
    path('M26 50V34L36 48ZM18 51H40L36 56H22Z', p.paper),
    line('M6 58H16M44 60H58M46 49H54', p.sky, 3),
  ),
  'camping-des-pins': sheet(
    64,
    64,
    rect(0, 0, 64, 64, p.apricot),
    circle(46, 18, 8, p.honey),
    small(13, 44, 1.25, p.pine),
    small(53, 46, 1.05, p.forest),
    path('M14 54 33 24 52 54Z', p.terracotta),
    path('M14 54 33 24 28 54Z', p.brick),
    path('M30 54 33 30 41 54Z', p.pine),
    rect(0, 52, 64, 12, p.leaf),
  ),
  parvis: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect x="0" y="0" width="64" height="64" fill="${p.pine}" rx="16"/><path d="M14 50V30a18 18 0 0 1 36 0V50H40V31a8 8 0 0 0-16 0V50Z" fill="${p.cream}"/><path d="M24 50a8 8 0 0 1 16 0Z" fill="${p.marigold}"/></svg>`,
}

const signs = {
  bakery:
    path('M-26 8C-30-12-12-24 0-24S30-12 26 8C20 14 14 8 12 2 6-6-6-6-12 2-14 8-20 14-26 8Z', p.marigold) +
    line('M-10-18-12-2M10-18 12-2M-20-8-18 6M20-8 18 6', p.wood, 3),
  hairdresser: ring(-12, 16, 7, p.brick, 4) + ring(12, 16, 7, p.brick, 4) + line('M-8 10 12-24M8 10-12-24', p.steel, 5),
  florist:
    line('M0 0V28M0 18Q14 18 16 8', p.leaf, 5) +
    dots(
      [
        [0, -20],
        [12, -12],
        [8, 2],
        [-8, 2],
        [-12, -12],
      ],
      9,
      p.terracotta,
    ) +
    circle(0, -8, 7, p.honey),
  restaurant:
    line('M-14-26V-12Q-14-4-8-4T-2-12V-26M-8-26V26', p.steel, 4) + line('M14 26V-26Q24-18 22 2H14', p.steel, 4),
  cheese:
    path('M-28 8 16-18 28-2V20H-28Z', p.honey) +
    path('M-28 8 28-2V4L-28 12Z', p.marigold) +
    circle(-8, 16, 4, p.marigold) +
    circle(12, 12, 5, p.marigold),
  bicycle:
    ring(-16, 8, 12, p.ink, 3.5) +
    ring(16, 8, 12, p.ink, 3.5) +
    line('M-16 8-6-12H10L0 8H-16M-6-12 0 8M10-12 16 8M10-12 8-19H14M-10-16H-4', p.terracotta, 3),
  books:
    path('M0-12C-8-20-22-20-28-16V16C-22 12-8 12 0 20 8 12 22 12 28 16V-16C22-20 8-20 0-12Z', p.paper) +
    line('M0-12V20M-20-6Q-12-8-7-4M-20 4Q-12 2-7 6M20-6Q12-8 7-4M20 4Q12 2 7 6', p.steel, 2.5),
  kayak:
    path('M-30 8Q0-6 30 8 0 24-30 8Z', p.terracotta) +
    ellipse(0, 8, 8, 3, p.ink) +
    line('M-20-22 20 0', p.bark, 4) +
    ellipse(-22, -22, 8, 5, p.honey) +
    ellipse(22, 0, 8, 5, p.honey),
  cinema:
    circle(0, 0, 26, p.ink) +
    circle(0, 0, 5, p.honey) +
    each([0, 1, 2, 3, 4], i => circle(Math.cos(i * 1.257 - 1.57) * 15, Math.sin(i * 1.257 - 1.57) * 15, 6, p.honey)),
  care:
    path('M0 24C-40-4-26-28-10-24-4-22 0-14 0-14S4-22 10-24C26-28 40-4 0 24Z', p.terracotta) +
    line('M0-8V10M-9 1H9', p.paper, 5),
  plumber:
    path('M-26-8H8Q24-8 24 8V14H10V8H-26Z', p.steel) +
    rect(-12, -16, 8, 10, p.steel) +
    rect(-22, -24, 28, 8, p.terracotta, 4) +
    path('M17 20q8 11 0 14-8-3 0-14Z', p.deep),
  iceCream:
    path('M-14 2H14L0 32Z', '#d79a57') +
    circle(-8, -6, 11, p.blush) +
    circle(8, -6, 11, p.honey) +
    circle(0, -18, 11, p.paper) +
    circle(2, -30, 4, p.brick),
  tailor:
    rect(-14, -16, 28, 34, p.deep) +
    line('M-14-8H14M-14 0H14M-14 8H14', p.water, 2.5) +
    rect(-19, -24, 38, 8, p.wood, 3) +
    rect(-19, 16, 38, 8, p.wood, 3) +
    line('M14 8Q30 10 26 28', p.deep, 2.5),
  cafe:
    path('M-22-12H16V4Q16 20-3 20T-22 4Z', p.paper) +
    line('M16-8Q28-8 26 2T14 8M-12-18q-4-5 0-10M-2-18q-4-5 0-10M8-18q-4-5 0-10', p.paper, 4) +
    ellipse(-3, 25, 26, 3.5, p.paper),
  vegetables:
    path('M-6-6 14 28-18 0Z', p.marigold) +
    path('M-18 0 14 28-6-6Z', p.terracotta) +
    line('M-12-4-24-22M-10-6-10-26M-14-2-30-10', p.leaf, 5) +
    circle(16, -8, 11, p.brick) +
    line('M16-18V-24', p.leaf, 4),
  house:
    path('M-28 0 0-26 28 0Z', p.brick) +
    rect(-20, -2, 40, 28, p.cream) +
    rect(-6, 8, 12, 18, p.forest) +
    rect(-16, 6, 7, 8, p.honey) +
    rect(9, 6, 7, 8, p.honey),
} satisfies Record<string, string>

export type ShopTrade = keyof typeof signs

/* In the order the seed walks through: drawShopSign(shopTrades.indexOf('florist')) is a florist's sign. */
export const shopTrades = Object.keys(signs) as ShopTrade[]

const plates = [
  [p.mist, p.forest],
  [p.peach, p.pine],
  [p.sky, p.deep],
  [p.apricot, p.plum],
  [p.sand, p.leaf],
  [p.blush, p.steel],
  [p.haze, p.rust],
] as const

export function drawShopSign(seed: number): string {
  const whole = Math.abs(Math.trunc(seed))
  const trade = pick(shopTrades, whole)
  const [ground, frame] = pick(plates, whole * 3 + Math.floor(whole / shopTrades.length))
  const plate = pick([p.cream, p.honey, p.haze, p.apricot], whole + Math.floor(whole / shopTrades.length))
  const disc =
    trade === 'cafe' || trade === 'books' || trade === 'iceCream'
      ? pick([p.brick, p.deep, p.leaf], whole)
      : plate === ground
        ? p.cream
        : trade === 'cheese' || trade === 'bakery'
          ? p.cream
          : plate
  const board =
    whole % 2 === 0
      ? circle(48, 50, 40, frame) + circle(48, 50, 35, disc)
      : rect(9, 12, 78, 76, frame, 20) + rect(14, 17, 68, 66, disc, 15)
  return sheet(96, 96, rect(0, 0, 96, 96, ground), board, at(48, 50, signs[trade], 0.92))
}
