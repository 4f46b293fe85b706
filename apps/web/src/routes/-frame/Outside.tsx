import type { ReactNode } from 'react'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'

/** A message of the app itself, outside any community: the product's bar and the message. */
export const Outside = ({ children }: { children: ReactNode }) => (
  <BareScreen bar={<OuterBar home={{ to: '/' }} />}>{children}</BareScreen>
)
