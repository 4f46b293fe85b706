import { expect, test } from 'vitest'
import { type Desk, type Newcomer, withNewcomer, withoutNewcomer } from './admin.mutations.ts'
import { setOpenTasks, openTaskCounter } from './open-task-count.ts'

const newcomer = (id: string, date: string) => ({ _id: id, date }) as Newcomer
const desk = (...waiting: Newcomer[]) => ({ waiting, waitingCount: waiting.length, membersCount: 3 }) as Desk
const first = newcomer('a', '2026-06-01T08:00:00.000Z')
const second = newcomer('b', '2026-06-02T08:00:00.000Z')
const third = newcomer('c', '2026-06-03T08:00:00.000Z')

test('puts a newcomer back in place exactly once when the decision fails', () => {
  const without = withoutNewcomer(desk(first, second, third), 'b')
  expect(without.waiting).toEqual([first, third])
  expect(withNewcomer(without, second).waiting).toEqual([first, second, third])
  // A refetch may have restored them already.
  expect(withNewcomer(desk(first, second, third), second).waiting).toEqual([first, second, third])
})

test('notifies subscribers only when the count of pending members changes', () => {
  let notifications = 0
  const stop = openTaskCounter.subscribe(() => notifications++)
  setOpenTasks(2)
  setOpenTasks(2)
  expect([notifications, openTaskCounter.count()]).toEqual([1, 2])
  stop()
  setOpenTasks(0)
  expect([notifications, openTaskCounter.count()]).toEqual([1, 0])
})
