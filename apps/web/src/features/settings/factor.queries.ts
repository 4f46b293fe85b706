import {
  beginSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import { queryOptions, useMutation, type MutationFunctionContext } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

const factorKeys = { mine: () => ['factor'] as const }

/** The second factor, refetched whenever the settings open: no live event reports a code used elsewhere. */
export const factorQuery = () =>
  queryOptions({
    queryKey: factorKeys.mine(),
    queryFn: ({ signal }) => call(getSecondFactor, { signal }),
    staleTime: 0,
  })

const invalidateFactor = (_: unknown, __: unknown, ___: unknown, { client }: MutationFunctionContext) =>
  client.invalidateQueries({ queryKey: factorKeys.mine() })

/** Requests a new secret for the second factor. It is cached no longer than it is displayed. */
export const useCreateFactorSecret = () => useMutation({ mutationFn: () => call(beginSecondFactor), gcTime: 0 })

export const useTurnOnFactor = () =>
  useMutation({
    mutationFn: (code: string) => call(turnOnSecondFactor, { body: { code } }),
    onSuccess: invalidateFactor,
    gcTime: 0,
  })

export const useTurnOffFactor = () =>
  useMutation({ mutationFn: () => call(turnOffSecondFactor), onSuccess: invalidateFactor })

export const useCreateRecoveryCodes = () =>
  useMutation({ mutationFn: () => call(makeRecoveryCodes), onSuccess: invalidateFactor, gcTime: 0 })
