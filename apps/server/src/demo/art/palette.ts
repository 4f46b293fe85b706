export const palette = {
  paper: '#fffdf6',
  cream: '#faf4e4',
  sand: '#ead9b3',
  dune: '#dcc594',
  stone: '#cfcabb',
  blush: '#f1c6b1',
  peach: '#f6d9bd',
  apricot: '#f3cfae',
  honey: '#f6c666',
  marigold: '#f0aa32',
  terracotta: '#d46f4d',
  brick: '#b4523a',
  rust: '#8f3f2e',
  wood: '#a9744a',
  bark: '#875736',
  cocoa: '#6b3f28',
  ink: '#22322b',
  pine: '#1c5041',
  forest: '#2b6a54',
  leaf: '#4e8c5a',
  grass: '#79ab63',
  lime: '#a8c87c',
  mist: '#e9efe2',
  sky: '#d6e8e6',
  haze: '#a9c8c4',
  sage: '#6fa197',
  water: '#7cb8ba',
  lagoon: '#5aa0a6',
  deep: '#3f848d',
  steel: '#5b6b6c',
  pebble: '#84918c',
  snow: '#f3f6f2',
  frost: '#dbe6e8',
  ice: '#c3d5da',
  lilac: '#b59bb8',
  plum: '#7d5a72',
  night: '#1f3a46',
  dusk: '#2d5260',
  moon: '#f5e6bb',
} as const

export const skins = ['#f2cdae', '#e8b48e', '#d99f78', '#c98a63', '#a8714b', '#8a5a3c', '#6f4630'] as const

export interface Light {
  sky: string
  low: string
  sun: string
  far: string
  middle: string
  near: string
  meadow: string
  lawn: string
  crown: string
  crownLight: string
  water: string
  waterDeep: string
  waterDark: string
  glint: string
  ground: string
  groundLine: string
  wall: string
  glass: string
}

const p = palette

const day: Light = {
  sky: p.sky,
  low: p.mist,
  sun: p.honey,
  far: p.haze,
  middle: p.sage,
  near: p.forest,
  meadow: p.grass,
  lawn: p.leaf,
  crown: p.leaf,
  crownLight: p.grass,
  water: p.water,
  waterDeep: p.lagoon,
  waterDark: p.deep,
  glint: p.sky,
  ground: p.sand,
  groundLine: p.dune,
  wall: p.peach,
  glass: p.water,
}

export const lights = {
  day,
  evening: {
    ...day,
    sky: p.apricot,
    low: p.peach,
    sun: p.honey,
    far: '#d8b29c',
    middle: '#8aa596',
    near: p.forest,
    meadow: p.leaf,
    lawn: p.forest,
    crown: p.forest,
    crownLight: p.leaf,
    water: '#a8c4b8',
    waterDeep: '#74a7a3',
    waterDark: p.deep,
    glint: p.honey,
    ground: '#e3c39a',
    groundLine: '#cfa877',
    wall: p.blush,
    glass: p.honey,
  },
  autumn: {
    ...day,
    sky: p.mist,
    low: p.cream,
    sun: p.peach,
    far: '#c6cfc0',
    middle: '#93ab93',
    near: p.leaf,
    meadow: '#b8a95c',
    lawn: '#8f9a52',
    crown: p.marigold,
    crownLight: p.honey,
    ground: '#e5d3b0',
    groundLine: '#d1b98c',
  },
  winter: {
    ...day,
    sky: p.frost,
    low: p.snow,
    sun: p.paper,
    far: '#d3e0e2',
    middle: p.haze,
    near: p.sage,
    meadow: p.snow,
    lawn: '#e6eeee',
    crown: p.frost,
    crownLight: p.paper,
    water: '#a9c8cf',
    waterDeep: '#86b0b9',
    waterDark: '#6795a1',
    glint: p.paper,
    ground: '#edf1ee',
    groundLine: p.ice,
    wall: p.peach,
    glass: p.honey,
  },
  night: {
    ...day,
    sky: p.night,
    low: p.dusk,
    sun: p.moon,
    far: '#345f69',
    middle: '#28505a',
    near: '#17403b',
    meadow: '#24594b',
    lawn: p.pine,
    crown: '#1d4a40',
    crownLight: p.forest,
    water: '#346370',
    waterDeep: '#2a5563',
    waterDark: '#1f4552',
    glint: p.honey,
    ground: '#7d7a6a',
    groundLine: '#6b695b',
    wall: '#a98a78',
    glass: p.honey,
  },
} satisfies Record<string, Light>
