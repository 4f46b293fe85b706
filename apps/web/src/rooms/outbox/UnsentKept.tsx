import { stored } from '#web/kernel/device/stored.ts'

/** The place of what waits to be sent, as high as it was drawn last: it pushes down nothing when it comes. */
export const UnsentKept = () => <div style={{ blockSize: stored('unsentheight') ?? undefined }} />
