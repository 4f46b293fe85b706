import type { Point } from '@parvis/contract/community.ts'

export const routeHref = ({ coordinates: [longitude, latitude] }: Point): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
