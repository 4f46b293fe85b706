import type { RefObject } from 'react'
import { isScrolled, useFingerDraw } from './use-finger-draw.ts'

/** The speed of a flick, in pixels per millisecond. */
const FLICK = 0.5
/** The share of its height from which releasing a sheet closes it. */
const FAR = 1 / 3

/**
 * Lets a bottom sheet follow a downward drag on phones: far enough or flicked it closes, otherwise it springs back.
 * Movements upwards, sideways or over scrolled content scroll as usual; elements with a drag of their own are marked
 * `data-drawn`. The position is in `--drawn`, 0 to 1.
 */
export const useSheetDrag = (sheet: RefObject<HTMLDialogElement | null>, onClose: () => void): void => {
  const drawTo = (element: HTMLElement, distance: number) => {
    element.style.translate = distance > 0 ? `0 ${distance}px` : ''
    element.style.setProperty('--drawn', String(Math.min(1, distance / element.offsetHeight)))
  }
  useFingerDraw(sheet, {
    // On wide screens the dialog is not a sheet.
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
