import { type ChatList, pathOfList } from './components/ChatTabs.tsx'

/** The list that was last on: beside a conversation it stays. */
let last: ChatList | null = null

/** Which list stands beside an address. */
export const listOfPath = (path: string | undefined, isGroup: boolean): ChatList => {
  const found = (Object.keys(pathOfList) as ChatList[]).find(list => pathOfList[list] === path)
  if (found) last = found
  return found ?? last ?? (isGroup ? 'groups' : 'mine')
}
