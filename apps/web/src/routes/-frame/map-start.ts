import type { Community, Point } from '@parvis/contract/community.ts'

/** Where a map begins whose community says no place. */
const ELSEWHERE: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }

export const startOfMap = ({ loc }: Pick<Community, 'loc'>): Point => loc ?? ELSEWHERE
