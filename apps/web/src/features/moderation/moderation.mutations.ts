import type { Body } from '@parvis/contract/endpoint.ts'
import {
  appealByLink,
  appealDecision,
  decideAppeal,
  decideCase,
  type ModerationCase,
  type OwnDecision,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { caseQuery, linkedDecisionsQuery, moderationKeys, ownDecisionsQuery } from './moderation.queries.ts'

export const isDecided = (error: unknown): boolean => error instanceof ApiError && error.key === 'alreadydecided'
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.key === 'error404'

const putCase = (queryClient: QueryClient, found: ModerationCase) => {
  queryClient.setQueryData(caseQuery(found._id).queryKey, found)
  void queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
}

interface CaseHooks<T> {
  onDone: (given: T) => void
  /** Somebody else of the team has decided meanwhile; the case is refetched. */
  onQuicker: () => void
}

/** A mutation of a case; the server answers with the updated case. */
const useCaseAct = <T>(id: string, act: (given: T) => Promise<ModerationCase>, { onDone, onQuicker }: CaseHooks<T>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: caseQuery(id).queryKey,
    mutationFn: act,
    onSuccess: (found, given) => {
      putCase(queryClient, found)
      onDone(given)
    },
    onError: error => {
      if (!isDecided(error)) return
      void queryClient.invalidateQueries({ queryKey: caseQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
      onQuicker()
    },
  })
}

export type Ruling = Body<typeof decideCase>

export const useDecide = (id: string, hooks: CaseHooks<Ruling>) =>
  useCaseAct(id, (body: Ruling) => call(decideCase, { params: { id }, body }), hooks)

export const useRestore = (id: string, hooks: CaseHooks<void>) =>
  useCaseAct(id, () => call(restoreCase, { params: { id } }), hooks)

export type AppealAnswer = Body<typeof decideAppeal>

export const useDecideAppeal = (id: string, hooks: CaseHooks<AppealAnswer>) =>
  useCaseAct(id, (body: AppealAnswer) => call(decideAppeal, { params: { id }, body }), hooks)

export interface Appealing {
  onDone: () => void
}

/** Appeals against a decision: with a session, or by the token of a mailed link. */
export const useAppeal = (token: string | null, { onDone }: Appealing) => {
  const queryClient = useQueryClient()
  const put = (decision: OwnDecision) => {
    const { queryKey } = token === null ? ownDecisionsQuery() : linkedDecisionsQuery(token)
    return queryClient.setQueryData<OwnDecision[]>(queryKey, known =>
      known?.map(one => (one._id === decision._id ? decision : one)),
    )
  }
  return useMutation({
    mutationFn: ({ caseId, text }: { caseId: string; text: string }) =>
      token === null
        ? call(appealDecision, { body: { caseId, text } })
        : call(appealByLink, { body: { token, caseId, text } }),
    onSuccess: decision => {
      put(decision)
      onDone()
    },
    onError: error => {
      if (!isDecided(error)) return
      void queryClient.invalidateQueries({
        queryKey: token === null ? moderationKeys.mine() : linkedDecisionsQuery(token).queryKey,
      })
    },
  })
}
