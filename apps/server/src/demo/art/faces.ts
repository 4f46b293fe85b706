import { at, circle, dice, ellipse, faint, line, path, pick, rect, ring, sheet } from './ink.ts'
import { beard, cuts, freckles, headwear, veil, type Cut } from './hair.ts'
import { palette as p } from './palette.ts'

interface FaceTraits {
  gender?: 'M' | 'F' | null
  age?: number
}

const grounds = [
  '#f1d9b6',
  '#c9dfdc',
  '#f0cdbd',
  '#d9e2c0',
  '#dcd6c4',
  '#cddcec',
  '#f3d58f',
  '#e6d3e0',
  '#bfd8c6',
  '#f6c9a8',
  '#b9d3d8',
  '#efe3cf',
  '#e3c3b4',
  '#cfd6b0',
] as const
const cloths = [
  p.forest,
  p.marigold,
  p.deep,
  '#7f9f6a',
  p.terracotta,
  p.steel,
  p.paper,
  p.plum,
  p.pine,
  p.honey,
  p.brick,
  p.lagoon,
  p.ink,
  p.lilac,
  p.blush,
  '#35506b',
] as const
const tones = [
  { skin: '#f6d7bd', shade: '#e3b391', hairs: ['#f6c666', '#d46f4d', '#6b3f28', '#a9744a', '#e2b36a', '#3b2a22'] },
  { skin: '#f2cdae', shade: '#dba782', hairs: ['#6b3f28', '#f6c666', '#b4523a', '#875736', '#22322b', '#a9744a'] },
  { skin: '#f0c4a0', shade: '#d69c74', hairs: ['#f6c666', '#6b3f28', '#875736', '#d46f4d', '#3b2a22'] },
  { skin: '#e8b48e', shade: '#cb8d66', hairs: ['#6b3f28', '#3b2a22', '#22322b', '#875736', '#b4523a'] },
  { skin: '#d99f78', shade: '#ba7c56', hairs: ['#3b2a22', '#22322b', '#6b3f28', '#8f3f2e'] },
  { skin: '#c98a63', shade: '#a86b47', hairs: ['#22322b', '#3b2a22', '#6b3f28', '#1d1f1e'] },
  { skin: '#a8714b', shade: '#8a5637', hairs: ['#22322b', '#1d1f1e', '#3b2a22'] },
  { skin: '#8a5a3c', shade: '#6d432b', hairs: ['#1d1f1e', '#22322b', '#3b2a22'] },
  { skin: '#6f4630', shade: '#543222', hairs: ['#1d1f1e', '#22322b', '#4a2c1f'] },
] as const
const greys = ['#d9d4c6', '#efece2', '#b9b8ae', '#a3a49c', '#e6dfcf'] as const

const cutsFor: Record<'girl' | 'boy' | 'woman' | 'man' | 'grandmother' | 'grandfather', readonly Cut[]> = {
  girl: [
    'long',
    'longParted',
    'longFringe',
    'ponytail',
    'pigtails',
    'braid',
    'bobFringe',
    'curls',
    'longCurls',
    'topBun',
    'wavy',
  ],
  boy: ['crop', 'messy', 'bowl', 'sidePart', 'curls', 'buzz', 'quiff', 'messy'],
  woman: [
    'long',
    'longParted',
    'longFringe',
    'wavy',
    'bob',
    'bobFringe',
    'pixie',
    'topBun',
    'lowBun',
    'ponytail',
    'braid',
    'curls',
    'cloud',
    'longCurls',
    'locks',
  ],
  man: [
    'crop',
    'sidePart',
    'quiff',
    'buzz',
    'messy',
    'receding',
    'sides',
    'bald',
    'curls',
    'cloud',
    'locks',
    'sidePart',
    'longParted',
  ],
  grandmother: ['setCurls', 'pixie', 'bob', 'lowBun', 'topBun', 'bobFringe', 'setCurls', 'crop', 'longParted'],
  grandfather: ['sides', 'bald', 'receding', 'sidePart', 'crop', 'receding', 'quiff', 'sides'],
}

function clothes(kind: number, main: string, second: string, skin: string, child: boolean): string {
  const torso = path(child ? 'M22 96C22 80 33 73 48 73S74 80 74 96Z' : 'M14 96C14 74 28 66 48 66S82 74 82 96Z', main)
  const top = child ? 7 : 0
  const neck = rect(child ? 41.5 : 40, 52, child ? 13 : 16, 20 + top, skin, 7)
  if (kind === 1)
    return torso + neck + path(`M38 ${67 + top}L48 ${82 + top} 58 ${67 + top}Q48 ${74 + top} 38 ${67 + top}Z`, skin)
  if (kind === 2)
    return (
      torso +
      neck +
      path(
        `M39 ${65 + top}L48 ${75 + top} 40 ${82 + top} 32 ${69 + top}ZM57 ${65 + top}L48 ${75 + top} 56 ${82 + top} 64 ${69 + top}Z`,
        second,
      ) +
      line(`M48 ${78 + top}V96`, '#00000022', 1.6)
    )
  if (kind === 3)
    return (
      torso +
      line(child ? 'M25 86Q48 80 71 86M22 94Q48 88 74 94' : 'M20 80Q48 72 76 80M15 90Q48 82 81 90', second, 4) +
      neck
    )
  if (kind === 4)
    return (
      torso +
      neck +
      path(
        `M33 ${66 + top}Q48 ${60 + top} 63 ${66 + top} 66 ${72 + top} 62 ${76 + top} 48 ${82 + top} 34 ${76 + top} 30 ${72 + top} 33 ${66 + top}Z`,
        second,
      ) +
      path(`M52 ${76 + top}L64 ${74 + top} 66 96H55Z`, second)
    )
  if (kind === 5)
    return (
      path(`M26 ${76 + top}C24 ${60 + top} 72 ${60 + top} 70 ${76 + top}Z`, second) +
      torso +
      neck +
      line(`M42 ${74 + top}V${86 + top}M54 ${74 + top}V${86 + top}`, p.cream, 2)
    )
  if (kind === 6)
    return (
      torso +
      neck +
      line(child ? 'M34 76V96M62 76V96' : 'M32 70V96M64 70V96', second, 6) +
      rect(32, 86 + top / 2, 32, 14, second)
    )
  if (kind === 7) return torso + rect(37, 58 + top, 22, 13, main, 5) + line(`M38 ${66 + top}H58`, '#00000018', 2)
  return torso + neck
}

function glasses(kind: number): string {
  if (kind === 1)
    return ring(41, 43, 6.5, p.ink, 2) + ring(55, 43, 6.5, p.ink, 2) + line('M29 41 34.5 42M61.5 42 67 41', p.ink, 1.6)
  if (kind === 2) return line('M34 38.5H46V47.5H34ZM50 38.5H62V47.5H50ZM46 41H50M29 41H34M62 41H67', p.ink, 2)
  if (kind === 3) return ring(41, 43, 6.8, '#d79c2e', 2.2) + ring(55, 43, 6.8, '#d79c2e', 2.2)
  if (kind === 4) return line('M33 39H47Q46 48 40 48T33 39ZM49 39H63Q62 48 56 48T49 39Z', p.deep, 2)
  return ''
}

function features(roll: () => number, old: boolean, child: boolean, shade: string, brow: string): string {
  const eyes = roll()
  const size = child ? 2.6 : 2.1
  const look =
    eyes < 0.78
      ? circle(41, 43, size, p.ink) + circle(55, 43, size, p.ink)
      : line('M38 44q3-3.6 6 0M52 44q3-3.6 6 0', p.ink, 2.2)
  const brows =
    roll() < 0.72
      ? line(
          pick(
            [
              'M37.5 37.5q3.5-2.4 7 0M51.5 37.5q3.5-2.4 7 0',
              'M37.5 37 44 36.4M52 36.4 58.5 37',
              'M37.5 36.6q3-2.8 7 .4M51.5 37q4-3.2 7-.4',
            ],
            Math.floor(roll() * 3),
          ),
          brow,
          1.7,
        )
      : ''
  const nose =
    roll() < 0.6
      ? line(
          pick(['M48 44q2.6 3.4-.6 4', 'M47 47.6q1.6 1 3 0', 'M48 43.5 49.4 47.6H47'], Math.floor(roll() * 3)),
          shade,
          1.7,
        )
      : ''
  const mouth = pick(
    [
      line('M42 52q6 5 12 0', p.ink, 2.2),
      path('M41.5 51.5H54.5Q53 58.5 48 58.5T41.5 51.5Z', p.paper) +
        line('M41.5 51.5H54.5Q53 58.5 48 58.5T41.5 51.5Z', p.ink, 1.6),
      line('M43.5 53q4.5 3 9 0', p.ink, 2.2),
      line('M42 52.6q7 3.6 11.6-1.6', p.ink, 2.2),
      path('M43 52Q48 49.6 53 52 51 56 48 56T43 52Z', '#a8473a'),
    ],
    Math.floor(roll() * (old ? 4 : 5)),
  )
  const cheeks =
    roll() < 0.4 ? faint(0.35, ellipse(35, 50, 3.8, 2.6, p.terracotta) + ellipse(61, 50, 3.8, 2.6, p.terracotta)) : ''
  const lines = old
    ? line('M33.5 46.5l-2.4 1M62.5 46.5l2.4 1M38.5 49.5q-1.4 2.4-.4 4.4M57.5 49.5q1.4 2.4.4 4.4', shade, 1.3)
    : ''
  return cheeks + lines + look + brows + nose + mouth
}

export function drawFace(seed: number, traits: FaceTraits = {}): string {
  const roll = dice(seed)
  const some = <T>(list: readonly T[]): T => pick(list, Math.floor(roll() * list.length))
  const drawnGender = roll() < 0.5 ? 'F' : 'M'
  const female = (traits.gender ?? drawnGender) === 'F'
  const drawnAge = 18 + Math.floor(roll() * 66)
  const age = traits.age ?? drawnAge
  const child = age < 18
  const old = age >= 60
  const tone = some(tones)
  const ground = some(grounds)
  const cloth = some(cloths)
  const second = some(cloths.filter(fill => fill !== cloth))
  const greying = old || (age >= 48 && roll() < 0.35)
  const hair = greying ? some(greys) : some(tone.hairs)
  const cut = some(
    cutsFor[
      child ? (female ? 'girl' : 'boy') : old ? (female ? 'grandmother' : 'grandfather') : female ? 'woman' : 'man'
    ],
  )
  const veiled = female && !child && roll() < 0.07 ? veil(some(cloths.filter(fill => fill !== cloth))) : null
  const hatRoll = roll()
  const hat =
    veiled || hatRoll > 0.14
      ? ''
      : female
        ? headwear[some(['beanie', 'sunHat', 'band', 'band'] as const)](second)
        : old || roll() < 0.8
          ? headwear[some(['cap', 'beanie'] as const)](second)
          : headwear.turban(second)
  const tall = hat !== '' && ['topBun', 'quiff', 'curls', 'cloud', 'messy'].includes(cut)
  const style = cuts[tall ? (female ? 'long' : 'crop') : cut]
  const wide = 18 + roll() * 2.2 + (child ? 0.8 : 0)
  const high = (child ? 20 : 21) + roll() * 1.8
  const bearded = !female && age >= 20 && roll() < 0.48 ? beard(1 + Math.floor(roll() * 5), hair) : ''
  const spectacles = roll() < (old ? 0.5 : child ? 0.16 : 0.24) ? glasses(1 + Math.floor(roll() * 4)) : ''
  const ring1 =
    female && !veiled && roll() < 0.35 ? circle(28.5, 53, 2.2, p.honey) + circle(67.5, 53, 2.2, p.honey) : ''
  const spots = roll() < 0.1 ? freckles(tone.shade) : ''
  const brow = greying ? '#9a978b' : hair === '#f6c666' || hair === '#e2b36a' ? '#b98a3c' : hair
  const wear = clothes(Math.floor(roll() * 8), cloth, second, tone.skin, child)
  const skull =
    ellipse(29.5, 45, 3.6, 5, tone.skin) + ellipse(66.5, 45, 3.6, 5, tone.skin) + ellipse(48, 42, wide, high, tone.skin)
  const face = features(roll, old, child, tone.shade, brow)
  const drop = child ? 7 : 0
  return sheet(
    96,
    96,
    rect(0, 0, 96, 96, ground),
    at(0, drop, veiled ? veiled.behind : style.behind(hair)),
    wear,
    at(
      0,
      drop,
      faint(0.5, ellipse(48, 63, 7, 3, tone.shade)) +
        skull +
        bearded +
        spots +
        face +
        (veiled ? veiled.front : style.front(hair)) +
        ring1 +
        spectacles +
        hat,
    ),
  )
}
