/** The room for which a picture is asked. */
'use client';

import { useState } from 'react';
import type { Room } from '@/features/landscape/address/landscapeAddress';

/** The banner that says that the server cannot be reached takes some of the room: no other picture is asked for meanwhile, as none would come. */
export function useReachableRoom(room: Room | null, isReachable: boolean): Room | null {
  const [held, setHeld] = useState(room);
  const isNew = room?.width !== held?.width || room?.height !== held?.height;
  if (!isReachable && held !== null) return held;
  if (isNew) setHeld(room);
  return room;
}
