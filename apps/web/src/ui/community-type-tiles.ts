import type { CommunityType } from '@parvis/contract/community.ts'

export const communityTypeTiles = {
  Neighborhood: { picto: 'houses', hue: 'home' },
  Residence: { picto: 'house-with-garden', hue: 'lend' },
  Building: { picto: 'office-building', hue: 'food' },
  District: { picto: 'cityscape', hue: 'notice' },
  Camping: { picto: 'camping', hue: 'share' },
  Organization: { picto: 'classical-building', hue: 'pets' },
} as const satisfies Record<CommunityType, { picto: string; hue: string }>
