import { isSamePoint } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal, endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import type { RemovalStatement } from '#web/ui/RemovalDialog.tsx'
import { changedBody } from '#web/kernel/device/form-edits.ts'
import { call } from '#web/kernel/http/api.ts'
import { sendWithPhoto } from '#web/kernel/http/upload.ts'
import { type UploadControls, useUploadMutation } from '#web/kernel/http/use-upload-mutation.ts'
import { dealBody, type DealDraft, draftOfDeal } from './deal-draft.ts'
import { dealsKeys } from './deals.queries.ts'
import { drawDealMapOnce } from './draw-deal-map.ts'

interface SaveInput {
  draft: DealDraft
  photo: Blob | null
  /** The edited deal; null for a new deal. */
  savedDeal: Deal | null
}

/** If an earlier attempt was stored, the server returns that deal, and edits made since are sent as an update. */
const save = async ({ draft, photo, savedDeal }: SaveInput, controls: UploadControls): Promise<Deal> => {
  const options = { ...controls, photo: draft.photo === 'new' ? photo : null }
  const { tmpId, ...fields } = dealBody(draft)
  const change = (id: string, body: DealBody) => sendWithPhoto(editDeal, { ...options, params: { id }, body })
  if (savedDeal) {
    const { tmpId: _, ...saved } = dealBody(draftOfDeal(savedDeal))
    return change(savedDeal._id, changedBody(fields, saved))
  }
  const deal = await sendWithPhoto(createDeal, { ...options, body: { ...fields, tmpId } })
  return draft.sent === 'changed' ? change(deal._id, fields) : deal
}

/** Draws the static map of a deal that has none, or whose location differs from `previousLocation`. */
const drawMapOf = (queryClient: QueryClient, deal: Deal, previousLocation: Deal['loc']): void => {
  if (deal.abilities.drawMap && !(deal.mapPhoto && isSamePoint(deal.loc, previousLocation)))
    drawDealMapOnce(queryClient, deal)
}

const invalidateDeals = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: dealsKeys.all })

export interface MutationHooks<T> {
  onDone: (done: T) => void
  onFailed: (error: unknown) => void
}

/** Saves a new or edited deal. Saving and its callbacks continue after the screen is closed. */
export const useSaveDeal = (previousLocation: Deal['loc'], { onDone, onFailed }: MutationHooks<Deal>) =>
  useUploadMutation({
    mutationFn: save,
    onSuccess: (deal, _, __, { client }) => {
      invalidateDeals(client)
      drawMapOf(client, deal, previousLocation)
      onDone(deal)
    },
    onError: onFailed,
  })

/** Ends a deal, or reopens an ended one and removes its end date. */
export const useEndDeal = ({ onDone, onFailed }: MutationHooks<Deal>) =>
  useMutation({
    mutationFn: ({ id, reopen }: { id: string; reopen: boolean }) =>
      reopen ? call(editDeal, { params: { id }, body: { endDate: null } }) : call(endDeal, { params: { id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: (_, __, ___, ____, { client }) => invalidateDeals(client),
  })

export const useRemoveDeal = ({ onDone, onFailed }: MutationHooks<void>) =>
  useMutation({
    mutationFn: ({ id, statement }: { id: string; statement?: RemovalStatement }) =>
      call(removeDeal, { params: { id }, query: { ...statement } }),
    onSuccess: () => onDone(),
    onError: onFailed,
    onSettled: (_, __, ___, ____, { client }) => invalidateDeals(client),
  })

export const useDecideOnDeal = ({ onDone, onFailed }: MutationHooks<Deal>) =>
  useMutation({
    mutationFn: ({ deal, approve, reason }: { deal: Deal; approve: boolean; reason?: string }) =>
      call(decideOnDeal, {
        params: { id: deal._id },
        body: { approve, reason: reason?.trim() || null, version: deal.version },
      }),
    onSuccess: (deal, _, __, { client }) => {
      if (deal.keeping?.state !== 'refused') drawMapOf(client, deal, deal.loc)
      onDone(deal)
    },
    onError: onFailed,
    onSettled: (_, __, ___, ____, { client }) => invalidateDeals(client),
  })
