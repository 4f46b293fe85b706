import { stored } from '#web/kernel/device/stored.ts'
import { Card } from '#web/ui/Card.tsx'

/** The place of what waits to be sent, as high as it was drawn last: it pushes down nothing when it comes. */
export const UnsentKept = () => {
  const blockSize = stored('unsentheight')
  return blockSize ? <Card aria-hidden style={{ blockSize }} /> : <div />
}
