/** The area of the editor, onto which a file can be dropped. */
'use client';

import { useState, type ReactNode } from 'react';
import { openInto } from '@/client/manifest/openFile';
import classes from './Workbench.module.css';

interface Props {
  onLoad(text: string): void;
  onError(message: string): void;
  children: ReactNode;
}

export function DropTarget({ onLoad, onError, children }: Props) {
  const [isDragging, setDragging] = useState(false);
  const carriesFile = (event: React.DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={classes.writing}
      data-dragging={isDragging || undefined}
      onDragOverCapture={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDropCapture={(event) => {
        setDragging(false);
        if (!carriesFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        void openInto(event.dataTransfer.files[0], onLoad, onError);
      }}
    >
      {children}
    </div>
  );
}
