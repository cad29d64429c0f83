import Features from '@/components/Features';
import Hero from '@/components/Hero';
import JoinForm from '@/components/JoinForm';
import Prices from '@/components/Prices';
import Questions from '@/components/Questions';

export default function Home() {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-20 px-4 py-10 sm:gap-28 sm:px-6 sm:py-20">
      <Hero />
      <Features />
      <Prices />
      <Questions />
      <section className="grid justify-items-center gap-6 rounded-3xl border bg-card p-6 text-center sm:p-14">
        <h2 className="text-balance font-semibold text-3xl tracking-tight">What is for dinner tonight?</h2>
        <JoinForm />
      </section>
    </div>
  );
}
