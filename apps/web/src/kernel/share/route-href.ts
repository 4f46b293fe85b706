import type { Point } from '@parvis/contract/community.ts'

/** The way to a place, in the maps service that every device can open. */
export const routeHref = ({ coordinates: [longitude, latitude] }: Point): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
