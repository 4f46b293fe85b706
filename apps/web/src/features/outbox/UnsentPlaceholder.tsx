import { stored } from '#web/kernel/device/stored.ts'
import { Card } from '#web/ui/Card.tsx'

/** Reserves the last height of UnsentCard, so that nothing shifts when the card appears. */
export const UnsentPlaceholder = () => {
  const blockSize = stored('unsentheight')
  return blockSize ? <Card aria-hidden style={{ blockSize }} /> : <div />
}
