import type { Community, Point } from '@parvis/contract/community.ts'

/** The centre of the map for a community that has no location. */
const FALLBACK_CENTER: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }

export const mapCenterOf = ({ loc }: Pick<Community, 'loc'>): Point => loc ?? FALLBACK_CENTER
