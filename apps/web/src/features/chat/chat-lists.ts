import { type ChatList, pathOfList } from './components/ChatTabs.tsx'

/** The list that was open last; it stays beside a conversation. */
let lastList: ChatList | null = null

/** The list that belongs to a path. */
export const listOfPath = (path: string | undefined, isGroup: boolean): ChatList => {
  const found = (Object.keys(pathOfList) as ChatList[]).find(list => pathOfList[list] === path)
  if (found) lastList = found
  return found ?? lastList ?? (isGroup ? 'groups' : 'mine')
}
