import type { ReactNode } from 'react'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'

/** A message of the app itself, outside any community: the product's bar and the message. */
export const StandaloneScreen = ({ children }: { children: ReactNode }) => (
  <BareScreen bar={<PublicBar home={{ to: '/' }} />}>{children}</BareScreen>
)
