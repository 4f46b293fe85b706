import type { ReactNode } from 'react'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'

export const StandaloneScreen = ({ children }: { children: ReactNode }) => (
  <BareScreen bar={<PublicBar homeTarget={{ to: '/' }} />}>{children}</BareScreen>
)
