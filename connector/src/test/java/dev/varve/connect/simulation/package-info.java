/**
 * Histories of whole connectors over the real engine: tasks, jobs and foreign writers share a store in memory, a seed decides every
 * interleaving, fault and clock, and a plain model says what each snapshot must hold. Start reading at {@code Simulation}.
 */
package dev.varve.connect.simulation;
