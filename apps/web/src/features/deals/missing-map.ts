import type { Deal } from '@parvis/contract/deals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { drawDealMapOnce } from './draw-deal-map.ts'

/** Draws a missing map when the team opens a deal: its author may have been unable to, or the location changed. */
export const useMissingMap = (deal: Deal | undefined): void => {
  const queryClient = useQueryClient()
  const { _id, loc, mapPhoto, abilities } = deal ?? {}
  const isMissing = Boolean(abilities?.drawMap && loc && !mapPhoto)
  const at = loc?.coordinates.join()
  const draw = useEffectEvent(() => {
    if (_id && loc) drawDealMapOnce(queryClient, { _id, loc })
  })
  useEffect(() => (isMissing ? whenIdle(draw) : undefined), [isMissing, _id, at])
}
