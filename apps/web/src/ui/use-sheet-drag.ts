import type { RefObject } from 'react'
import { isScrolled, useFingerDraw } from './use-finger-draw.ts'

/** Pixels of a millisecond: a flick. */
const FLICK = 0.5
/** How much of its height a sheet is drawn down when letting go closes it. */
const FAR = 1 / 3

/**
 * A sheet at the foot of a phone follows the finger that draws it down; drawn far enough or flicked it goes, else it
 * springs back. A finger that begins upwards or sideways, or where something is scrolled, scrolls as ever; what is
 * itself drawn about is marked `data-drawn`. How far it is drawn stands in its `--drawn`, 0 to 1.
 */
export const useSheetDrag = (sheet: RefObject<HTMLDialogElement | null>, onClose: () => void): void => {
  const drawTo = (element: HTMLElement, distance: number) => {
    element.style.translate = distance > 0 ? `0 ${distance}px` : ''
    element.style.setProperty('--drawn', String(Math.min(1, distance / element.offsetHeight)))
  }
  useFingerDraw(sheet, {
    // on wide screens it is no sheet
    begins: on =>
      matchMedia('(max-width: 699px)').matches &&
      !isScrolled(on, sheet.current!) &&
      !on.closest('input[type="range"], [data-drawn]'),
    takes: distance => distance > 0,
    onDraw: distance => drawTo(sheet.current!, Math.max(0, distance)),
    onEnd: (distance, speed) => {
      const element = sheet.current!
      const far = distance > element.offsetHeight * FAR
      const goes = speed !== null && (far ? speed > -FLICK : speed > FLICK)
      const calm = parseFloat(getComputedStyle(element).getPropertyValue('--calm')) || 0
      const from = element.style.translate || 'none'
      drawTo(element, goes ? element.offsetHeight : 0)
      element
        .animate([{ translate: from }, { translate: goes ? '0 100%' : 'none' }], { duration: calm, easing: 'ease-out' })
        .finished.then(
          () => {
            if (goes && element.isConnected) onClose()
          },
          () => {},
        )
    },
  })
}
