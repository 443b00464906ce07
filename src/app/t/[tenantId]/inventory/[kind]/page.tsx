/** One kind of the inventory. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { InventoryPage } from '@/features/inventory/InventoryPage';
import { factsOf, kindAt } from '@/features/inventory/kindFacts';
import { capitalised } from '@/plain/capitalised';

interface Props {
  params: Promise<{ kind: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const kind = kindAt((await params).kind);
  return { title: kind === null ? 'Inventory' : capitalised(factsOf(kind).plural) };
}

export default async function Inventory({ params }: Props) {
  const kind = kindAt((await params).kind);
  if (kind === null) notFound();
  return <InventoryPage key={kind} kind={kind} />;
}
