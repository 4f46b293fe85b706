import { expect, test } from 'vitest'
import { type Desk, type Newcomer, withNewcomer, withoutNewcomer } from './admin.mutations.ts'
import { setOpenTaskCount, openTaskCounter } from './open-task-count.ts'

const newcomer = (id: string, date: string) => ({ _id: id, date }) as Newcomer
const desk = (...waiting: Newcomer[]) => ({ waiting, waitingCount: waiting.length, membersCount: 3 }) as Desk
const first = newcomer('a', '2026-06-01T08:00:00.000Z')
const second = newcomer('b', '2026-06-02T08:00:00.000Z')
const third = newcomer('c', '2026-06-03T08:00:00.000Z')

test('withNewcomer restores a removed newcomer in the former order, and adds nobody who is listed already', () => {
  const without = withoutNewcomer(desk(first, second, third), 'b')
  expect(without.waiting).toEqual([first, third])
  expect(withNewcomer(without, second).waiting).toEqual([first, second, third])
  // A refetch may have restored the newcomer already.
  expect(withNewcomer(desk(first, second, third), second).waiting).toEqual([first, second, third])
})

test('openTaskCounter notifies subscribers only when the number of open tasks changes', () => {
  let notifications = 0
  const stop = openTaskCounter.subscribe(() => notifications++)
  setOpenTaskCount(2)
  setOpenTaskCount(2)
  expect([notifications, openTaskCounter.get()]).toEqual([1, 2])
  stop()
  setOpenTaskCount(0)
  expect([notifications, openTaskCounter.get()]).toEqual([1, 0])
})
