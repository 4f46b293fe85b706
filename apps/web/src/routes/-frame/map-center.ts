import type { Community, Point } from '@parvis/contract/community.ts'

/** The map's centre for a community without a location. */
const FALLBACK_CENTER: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }

export const mapCenterOf = ({ loc }: Pick<Community, 'loc'>): Point => loc ?? FALLBACK_CENTER
