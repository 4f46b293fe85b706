import { stored } from '#web/kernel/device/stored.ts'
import { Card } from '#web/ui/Card.tsx'

/** Reserves the last height of the card of unsent items, so that its arrival shifts nothing. */
export const UnsentPlaceholder = () => {
  const blockSize = stored('unsentheight')
  return blockSize ? <Card aria-hidden style={{ blockSize }} /> : <div />
}
