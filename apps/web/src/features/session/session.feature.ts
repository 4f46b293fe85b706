import type { WebFeature } from '#web/ui/feature.ts'

export const session: WebFeature = { prefetch: () => [() => import('./components/MeMenuItems.tsx')] }
